import Synchronization

/// Holds a state, runs a reducer on it, and sees to what the reducer asks for.
///
/// An action and all that it feeds back are one: taken together or, when one of them is refused, not at all.
/// Callable from any thread. Subscribers, scheduler and sender are called without a lock, one call at a time and in
/// the order of the actions, so they may send to this store and to others.
///
/// ```swift
/// let store = Store(CounterState(), reducer: counter, environment: SendRouteEnvironment())
/// let routing = store.subscribeRoutes(CounterRoute.self) { route in … }
/// try store.send(.increment)
/// ```
public final class Store<State: Sendable, Action: Sendable, Environment: Sendable>: Sendable {
  let core: Mutex<Core>
  let reducer: Reducer<State, Action, Environment>
  let environment: Environment
  let scheduler: any EffectScheduler
  let sender: (any MessageSender)?

  /// - Parameters:
  ///   - state: The state before the first action.
  ///   - scheduler: Keeps the time for delayed effects. They end with the store.
  ///   - sender: Brings messages to other stores. A reducer that sends messages needs one.
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

  /// The state after the last action that was taken. Subscribers may not have been called for it yet.
  public var state: State {
    core.withLock { $0.state }
  }

  /// Takes `action` and all that it feeds back, then delivers what came of it.
  ///
  /// When called by a subscriber, or while another thread delivers, the action is taken at once, and what came of it is
  /// delivered after what was there before.
  ///
  /// - Throws: When `action`, or what it fed back, is refused. The state is then as before and nothing is delivered.
  public func send(_ action: Action) throws(Refusal) {
    try core.withLock { core throws(Refusal) in
      try core.take(action, by: reducer, in: environment)
    }
    deliver()
  }
}

extension Store where Environment == Void {
  /// A store for a reducer that needs nothing from outside.
  public convenience init(
    _ state: State,
    reducer: Reducer<State, Action, Environment>,
    scheduler: any EffectScheduler = ClockScheduler(),
    sender: (any MessageSender)? = nil
  ) {
    self.init(state, reducer: reducer, environment: (), scheduler: scheduler, sender: sender)
  }
}
