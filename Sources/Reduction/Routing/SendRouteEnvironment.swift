/// An environment with a function that sends routes out of the store.
///
/// A reducer that sends a route does not know its receivers: the store delivers it to all subscribers of
/// ``RouteStore/subscribeRoutes(untilReleased:)``. The members of the wrapped environment are available under their own names.
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
  /// The wrapped environment, for child reducers that send no routes.
  public let environment: Environment

  /// Creates an environment around `environment`.
  @inlinable
  public init(_ environment: Environment) {
    self.environment = environment
  }

  /// Creates an environment for a reducer without other dependencies.
  @inlinable
  public init() where Environment == Void {
    self.init(())
  }

  /// Creates the effect that sends `route` to the store's subscribers.
  @inlinable
  public func sendRoute<Action>(_ route: Route) -> Effect<Action> {
    .output(route)
  }

  /// The member of the wrapped environment at `path`.
  @inlinable
  public subscript<Value>(dynamicMember path: KeyPath<Environment, Value>) -> Value {
    environment[keyPath: path]
  }
}

extension SendRouteEnvironment: Sendable where Environment: Sendable {}
