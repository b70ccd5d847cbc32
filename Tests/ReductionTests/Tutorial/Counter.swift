import Reduction

/// A screen that counts, and from which the user can go on.
enum Counter {
  enum Action: Equatable, Sendable {
    case increment
    case push
  }

  struct State: Equatable, Sendable {
    var count = 0
  }

  /// The routes that the router receives.
  enum Route: Output {
    case push(count: Int)
  }

  typealias Environment = SendRouteEnvironment<Void, Route>

  static let reducer = Reducer<State, Action, Environment> { state, action, environment in
    switch action {
    case .increment:
      state.count += 1
      return Effect.empty
    case .push:
      return environment.sendRoute(Route.push(count: state.count))
    }
  }
}
