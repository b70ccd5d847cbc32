import Synchronization

/// A runtime for a reducer: holds its state, reduces actions, and runs the effects.
///
/// A ``Reducer`` is a pure function. A store makes it live: it keeps the state, feeds actions back, starts timers
/// through an ``EffectScheduler``, sends messages through a ``MessageSender`` and notifies subscribers.
///
/// ```swift
/// let store = Store(CounterState(), reducer: counter, environment: SendRouteEnvironment())
/// let states = store.subscribe { state in print(state.count) }
/// let routes = store.subscribeRoutes(CounterRoute.self) { route in print(route) }
/// try store.send(.increment)
/// ```
///
/// ## Transactions
///
/// ``send(_:)`` reduces an action and then, in order, the actions that it feeds back. Together they are one
/// transaction: a ``Refusal`` of any of them rolls back the state and discards all effects. One action can feed back
/// at most 1,000 others; more are refused with `endless-feedback`.
///
/// ## Threads
///
/// All functions can be called from any thread. The reducer runs under the store's lock. Subscribers, scheduler and
/// sender are called outside of the lock, one at a time and in the order of the actions, so they can send to this store
/// and to others.
///
/// ## Topics
///
/// ### Creating a store
/// - ``init(_:reducer:environment:scheduler:sender:)``
/// - ``ScopedStore``
///
/// ### Sending actions and reading the state
/// - ``send(_:)``
/// - ``state``
///
/// ### Subscribing
/// - ``subscribe(_:)``
/// - ``subscribeRoutes(_:_:)``
/// - ``subscribeRefusals(_:)``
public final class Store<State: Sendable, Action: Sendable, Environment: Sendable>: Sendable {
  let core: Mutex<Core>
  let reducer: Reducer<State, Action, Environment>
  let environment: Environment
  let scheduler: any EffectScheduler
  let sender: (any MessageSender)?

  /// Creates a store that runs `reducer` on `state`.
  ///
  /// - Parameters:
  ///   - state: The state before the first action.
  ///   - reducer: The logic of the feature.
  ///   - environment: The dependencies of the reducer.
  ///   - scheduler: The clock of delayed effects. They end with the store.
  ///   - sender: Delivers messages to other stores. Required by a reducer that sends messages.
  public init(
    _ state: State,
    reducer: Reducer<State, Action, Environment>,
    environment: Environment,
    scheduler: any EffectScheduler = ClockScheduler(),
    sender: (any MessageSender)? = nil
  ) {
    core = Mutex(Core(state: state))
    self.reducer = reducer
    self.environment = environment
    self.scheduler = scheduler
    self.sender = sender
  }

  /// The state after the last action. Subscribers may not have been notified of it yet.
  public var state: State {
    core.withLock { $0.state }
  }

  /// Reduces `action` and the actions that it feeds back, then notifies subscribers and starts effects.
  ///
  /// When a subscriber calls this, or another thread is delivering, the action is reduced at once and its results are
  /// delivered after the pending ones.
  ///
  /// - Throws: ``Refusal`` when `action`, or an action that it feeds back, is refused. The state is then unchanged, and
  ///   nothing is delivered.
  public func send(_ action: Action) throws(Refusal) {
    try core.withLock { core throws(Refusal) in
      try core.take(action, by: reducer, in: environment)
    }
    deliver()
  }
}

extension Store where Environment == Void {
  /// Creates a store for a reducer without dependencies.
  public convenience init(
    _ state: State,
    reducer: Reducer<State, Action, Environment>,
    scheduler: any EffectScheduler = ClockScheduler(),
    sender: (any MessageSender)? = nil
  ) {
    self.init(state, reducer: reducer, environment: (), scheduler: scheduler, sender: sender)
  }
}
