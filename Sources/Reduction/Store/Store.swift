/// A runtime for a reducer: holds its state, reduces actions, and runs the effects.
///
/// A ``Reducer`` is a pure function. A store makes it live: it keeps the state, feeds actions back, starts timers
/// through an ``EffectScheduler``, sends messages through a ``MessageSender`` and notifies subscribers.
///
/// ```swift
/// let store = Store(initialState: CounterState(), reducer: counter)
/// let states = store.subscribe { state in print(state.count) }
/// try store.send(.increment)
/// ```
///
/// ## Parts
///
/// `scope` returns a store of a part of the state: of a property, of an optional that is present, of an element of a
/// list. It stores nothing itself: it reads the whole store's state and sends its actions to the whole store, which it
/// keeps alive. A feature that takes a `Store<CounterState, CounterAction>` works with a whole store and with a part.
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
/// and to others. Subscriptions `on: MainActor.shared`, and ``ViewStore``, serve user interfaces.
///
/// ## Topics
///
/// ### Creating a store
/// - ``init(initialState:reducer:environment:scheduler:sender:onRefusal:)``
/// - ``RouteStore``
///
/// ### Sending actions and reading the state
/// - ``send(_:)``
/// - ``state``
///
/// ### Parts of a store
/// - ``scope(state:action:)-(_,CasePath<Action,PartAction>)``
/// - ``scope(ifLet:action:)-(_,CasePath<Action,PartAction>)``
/// - ``scope(state:id:action:)-(_,_,CasePath<Action,(id:Element.ID,action:PartAction)>)``
///
/// ### Subscribing
/// - ``subscribe(untilReleased:)``
/// - ``subscribe(on:untilReleased:)``
/// - ``states()``
/// - ``subscribeRoutes(_:untilReleased:)``
/// - ``subscribeRoutes(_:on:untilReleased:)``
/// - ``routes(_:)``
// Unchecked, because only a final class is checked: all stored properties are constants of sendable types, and the one
// subclass, `RouteStore`, adds none.
public class Store<State: Sendable, Action: Sendable>: @unchecked Sendable {
  /// A function that receives a refused action of a delayed effect, which has no caller to throw to.
  public typealias RefusalHandler = @Sendable (Action, Refusal) -> Void
  typealias Read = @Sendable () -> State
  typealias Perform = @Sendable (Action) throws(Refusal) -> Void
  typealias Observe = @Sendable (@escaping StoreSubscriber<State>.Receive) -> Cancellable

  let read: Read
  let perform: Perform
  let observe: Observe

  init(read: @escaping Read, perform: @escaping Perform, observe: @escaping Observe) {
    self.read = read
    self.perform = perform
    self.observe = observe
  }

  /// Creates a store that runs `reducer` on `initialState`.
  ///
  /// - Parameters:
  ///   - initialState: The state before the first action.
  ///   - reducer: The logic of the feature.
  ///   - environment: The dependencies of the reducer.
  ///   - scheduler: The clock of delayed effects. They end with the store.
  ///   - sender: Delivers messages to other stores. Required by a reducer that sends messages.
  ///   - onRefusal: Receives the refused actions of delayed effects, which have no caller to throw to.
  public init<Environment: Sendable>(
    initialState: State,
    reducer: Reducer<State, Action, Environment>,
    environment: Environment,
    scheduler: any EffectScheduler = ClockScheduler(),
    sender: (any MessageSender)? = nil,
    onRefusal: @escaping RefusalHandler = { _, _ in }
  ) {
    // The body alone: the runtime rolls back whole transactions.
    let body = reducer.body
    let runtime = StoreRuntime<State, Action>(
      initialState, scheduler: scheduler, sender: sender, onRefusal: onRefusal,
      reduce: { state, action throws(Refusal) in try body(&state, action, environment) })
    read = { runtime.state }
    perform = { action throws(Refusal) in try runtime.send(action) }
    observe = { runtime.subscribe($0) }
  }

  /// Creates a store for a reducer without dependencies.
  public convenience init(
    initialState: State,
    reducer: Reducer<State, Action, Void>,
    scheduler: any EffectScheduler = ClockScheduler(),
    sender: (any MessageSender)? = nil,
    onRefusal: @escaping RefusalHandler = { _, _ in }
  ) {
    self.init(
      initialState: initialState, reducer: reducer, environment: (), scheduler: scheduler, sender: sender,
      onRefusal: onRefusal)
  }

  /// The state after the last action. Subscribers may not have been notified of it yet.
  public var state: State { read() }

  /// Reduces `action` and the actions that it feeds back, then notifies subscribers and starts effects.
  ///
  /// When a subscriber calls this, or another thread is delivering, the action is reduced at once and its results are
  /// delivered after the pending ones.
  ///
  /// - Throws: ``Refusal`` when `action`, or an action that it feeds back, is refused. The state is then unchanged, and
  ///   nothing is delivered.
  public func send(_ action: Action) throws(Refusal) {
    try perform(action)
  }
}
