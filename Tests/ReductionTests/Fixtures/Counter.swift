import Reduction

struct CounterState: Equatable, Sendable {
  var count = 0
}

enum CounterAction: Equatable, Sendable {
  case increment
  case decrement
  case push
}

enum CounterRoute: Output {
  case push(count: Int)
}

struct CounterEnvironment: Sendable {
  var step = 1
}

let counter = Reducer<CounterState, CounterAction, SendRouteEnvironment<CounterEnvironment, CounterRoute>> {
  state, action, environment throws(Refusal) in
  switch action {
  case .increment:
    state.count += environment.step
  case .decrement:
    guard state.count >= environment.step else {
      throw .state("count-too-low", "The count is \(state.count), the step \(environment.step). Increment first.")
    }
    state.count -= environment.step
  case .push:
    return environment.sendRoute(.push(count: state.count))
  }
  return .none
}
