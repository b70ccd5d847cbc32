/// An environment with a way out: lets a reducer send a route without knowing who listens.
///
/// What the wrapped environment has is there as before. Does not deliver the route; the store does, to everyone who
/// called its `subscribeRoutes`.
/// ```swift
/// typealias Environment = SendRouteEnvironment<Void, CounterRoute>
///
/// let counter = Reducer<CounterState, CounterAction, Environment> { state, action, environment in
///   switch action {
///   case .increment: state.count += 1
///   case .push: return environment.sendRoute(.push(count: state.count))
///   }
///   return .none
/// }
/// ```
@dynamicMemberLookup
public struct SendRouteEnvironment<Environment, Route: Output> {
  /// The wrapped environment, to hand on to a reducer that sends no routes.
  public let environment: Environment

  /// - Parameter environment: Is there as before, under its own names.
  @inlinable
  public init(_ environment: Environment) {
    self.environment = environment
  }

  /// For a reducer that needs nothing but a way out.
  @inlinable
  public init() where Environment == Void {
    self.init(())
  }

  /// The effect that gives `route` to the store's route subscribers.
  @inlinable
  public func sendRoute<Action>(_ route: Route) -> Effect<Action> {
    .output(route)
  }

  /// What the wrapped environment has under this name.
  @inlinable
  public subscript<Value>(dynamicMember path: KeyPath<Environment, Value>) -> Value {
    environment[keyPath: path]
  }
}

extension SendRouteEnvironment: Sendable where Environment: Sendable {}
