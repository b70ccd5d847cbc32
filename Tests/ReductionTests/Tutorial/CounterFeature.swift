import Reduction

struct CounterState: Equatable, Sendable {
  var count = 0
}

enum CounterAction: Equatable, Sendable {
  case increment
  case decrement
}

let counterReducer = Reducer<CounterState, CounterAction, Void> { state, action, _ in
  switch action {
  case .increment:
    state.count += 1
    return .none
  case .decrement:
    state.count -= 1
    return .none
  }
}
