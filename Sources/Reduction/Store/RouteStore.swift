/// A store of a reducer that sends routes of one type, such as the screen that follows.
///
/// Wraps the environment in a ``SendRouteEnvironment``, so that the reducer has `environment.sendRoute`, and knows the
/// type of the routes. In all else a ``Store``.
///
/// ```swift
/// let store = RouteStore(state: CounterState(), reducer: counter, routeType: CounterRoute.self)
/// let routing = store.subscribeRoutes { route in
///   switch route {
///   case .push(let count): show(CounterState(count: count))
///   }
/// }
/// ```
// Unchecked as `Store` is: it adds no stored property.
public final class RouteStore<State: Sendable, Action: Sendable, Route: Output>: Store<State, Action>,
  @unchecked Sendable
{
  /// Creates a store that runs `reducer` on `state`.
  ///
  /// - Parameters:
  ///   - state: The state before the first action.
  ///   - reducer: The logic of the feature.
  ///   - environment: The dependencies of the reducer, without `sendRoute`.
  ///   - routeType: The type of the routes.
  ///   - scheduler: The clock of delayed effects. They end with the store.
  ///   - sender: Delivers messages to other stores. Required by a reducer that sends messages.
  ///   - onRefusal: Receives the refused actions of delayed effects, which have no caller to throw to.
  public init<Environment: Sendable>(
    state: State,
    reducer: Reducer<State, Action, SendRouteEnvironment<Environment, Route>>,
    environment: Environment,
    routeType: Route.Type,
    scheduler: any EffectScheduler = ClockScheduler(),
    sender: (any MessageSender)? = nil,
    onRefusal: @escaping RefusalHandler = { _, _ in }
  ) {
    super.init(
      initialState: state, reducer: reducer, environment: SendRouteEnvironment(environment), scheduler: scheduler,
      sender: sender, onRefusal: onRefusal)
  }

  /// Creates a store for a reducer without other dependencies than `sendRoute`.
  public convenience init(
    state: State,
    reducer: Reducer<State, Action, SendRouteEnvironment<Void, Route>>,
    routeType: Route.Type,
    scheduler: any EffectScheduler = ClockScheduler(),
    sender: (any MessageSender)? = nil,
    onRefusal: @escaping RefusalHandler = { _, _ in }
  ) {
    self.init(
      state: state, reducer: reducer, environment: (), routeType: routeType, scheduler: scheduler, sender: sender,
      onRefusal: onRefusal)
  }

  /// Calls `onRoute` with each route, as ``Store/subscribeRoutes(_:untilReleased:)`` does.
  ///
  /// - Returns: The subscription, to be kept as long as the calls are wanted. It ends when it is cancelled or released.
  public func subscribeRoutes(untilReleased onRoute: @escaping @Sendable (Route) -> Void) -> Cancellable {
    subscribeRoutes(Route.self, untilReleased: onRoute)
  }

  /// Calls `onRoute` on the main actor, as ``Store/subscribeRoutes(_:on:untilReleased:)`` does.
  ///
  /// - Parameters:
  ///   - actor: `MainActor.shared`.
  ///   - onRoute: The callback, which may change the user interface.
  /// - Returns: The subscription. It ends when it is cancelled or released; on the main actor, no call follows.
  public func subscribeRoutes(
    on actor: MainActor, untilReleased onRoute: @escaping @MainActor (Route) -> Void
  ) -> Cancellable {
    subscribeRoutes(Route.self, on: actor, untilReleased: onRoute)
  }

  /// Returns each route as an asynchronous sequence, as ``Store/routes(_:)`` does.
  public func routes() -> AsyncStream<Route> {
    routes(Route.self)
  }
}
