/// A view of a part of a store, for features that do not need the whole.
///
/// Stores nothing itself: it reads the whole store's state, and sends its actions to the whole store. Created by
/// `Store.scope`. Keeps the whole store alive.
///
/// ```swift
/// let counter = store.scope(state: \.counter, action: .counter)
/// try counter.send(.increment)
/// ```
public struct ScopedStore<State: Sendable, Action: Sendable>: Sendable {
  let read: @Sendable () -> State
  let sendToWhole: @Sendable (Action) throws(Refusal) -> Void
  let subscribeStates: @Sendable (@escaping @Sendable (State) -> Void) -> Cancellable

  /// The current state of the part.
  public var state: State { read() }

  /// Sends to the whole store, as ``Store/send(_:)`` does.
  ///
  /// - Throws: ``Refusal`` when the whole store refuses the action.
  public func send(_ action: Action) throws(Refusal) {
    try sendToWhole(action)
  }

  /// Creates a view of a part of this part.
  ///
  /// - Parameters:
  ///   - state: Reads the part from this state.
  ///   - action: Wraps an action of the part in an action of this store.
  public func scope<PartState, PartAction>(
    state: @escaping @Sendable (State) -> PartState, action: @escaping @Sendable (PartAction) -> Action
  ) -> ScopedStore<PartState, PartAction> {
    ScopedStore<PartState, PartAction>(
      read: { [read] in state(read()) },
      sendToWhole: { [sendToWhole] part throws(Refusal) in try sendToWhole(action(part)) },
      subscribeStates: { [subscribeStates] onState in subscribeStates { onState(state($0)) } })
  }

  /// Creates a view of a part of this part, by the paths that ``Reducer/pullback(state:action:)`` takes.
  public func scope<PartState, PartAction>(
    state: KeyPath<State, PartState> & Sendable, action: CasePath<Action, PartAction>
  ) -> ScopedStore<PartState, PartAction> {
    scope(state: { $0[keyPath: state] }, action: action.embedding)
  }
}

extension ScopedStore where State: Equatable {
  /// Calls `onChange` with the current part and then with each new value of it, in order.
  ///
  /// - Returns: The subscription. It ends when it is cancelled or released.
  public func subscribe(_ onChange: @escaping @Sendable (State) -> Void) -> Cancellable {
    subscribeStates(changesOnly(onChange))
  }
}

extension Store {
  /// Creates a view of a part of this store.
  ///
  /// ```swift
  /// let counter = store.scope(state: { $0.counter }, action: AppAction.counter)
  /// ```
  /// - Parameters:
  ///   - state: Reads the part from this state.
  ///   - action: Wraps an action of the part in an action of this store.
  public func scope<PartState, PartAction>(
    state: @escaping @Sendable (State) -> PartState, action: @escaping @Sendable (PartAction) -> Action
  ) -> ScopedStore<PartState, PartAction> {
    whole.scope(state: state, action: action)
  }

  /// Creates a view of a part of this store, by the paths that ``Reducer/pullback(state:action:)`` takes.
  public func scope<PartState, PartAction>(
    state: KeyPath<State, PartState> & Sendable, action: CasePath<Action, PartAction>
  ) -> ScopedStore<PartState, PartAction> {
    whole.scope(state: state, action: action)
  }

  private var whole: ScopedStore<State, Action> {
    ScopedStore(
      read: { self.state },
      sendToWhole: { action throws(Refusal) in try self.send(action) },
      subscribeStates: { self.subscribeStates($0) })
  }
}
