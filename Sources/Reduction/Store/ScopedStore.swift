/// A part of a store for those who need no more of it: has no state of its own, and its actions go to the whole.
///
/// Made by `Store.scope`. Keeps the whole store alive.
public struct ScopedStore<State: Sendable, Action: Sendable>: Sendable {
  let read: @Sendable () -> State
  let sendToWhole: @Sendable (Action) throws(Refusal) -> Void
  let subscribeStates: @Sendable (@escaping @Sendable (State) -> Void) -> Cancellable

  /// The part of the whole store's present state.
  public var state: State { read() }

  /// Sends to the whole store, as ``Store/send(_:)`` does.
  public func send(_ action: Action) throws(Refusal) {
    try sendToWhole(action)
  }

  /// A part of this part.
  ///
  /// - Parameters:
  ///   - state: Where in this state the part is.
  ///   - action: Makes this store's action from the part's.
  public func scope<PartState, PartAction>(
    state: @escaping @Sendable (State) -> PartState, action: @escaping @Sendable (PartAction) -> Action
  ) -> ScopedStore<PartState, PartAction> {
    ScopedStore<PartState, PartAction>(
      read: { [read] in state(read()) },
      sendToWhole: { [sendToWhole] part throws(Refusal) in try sendToWhole(action(part)) },
      subscribeStates: { [subscribeStates] onState in subscribeStates { onState(state($0)) } })
  }

  /// A part of this part, by the same paths as in `Reducer.pullback`.
  public func scope<PartState, PartAction>(
    state: KeyPath<State, PartState> & Sendable, action: CasePath<Action, PartAction>
  ) -> ScopedStore<PartState, PartAction> {
    scope(state: { $0[keyPath: state] }, action: action.embedding)
  }
}

extension ScopedStore where State: Equatable {
  /// Calls `onChange` with the present part and then whenever the part differs, in order.
  ///
  /// - Returns: Ends the subscription when it is cancelled or released.
  public func subscribe(_ onChange: @escaping @Sendable (State) -> Void) -> Cancellable {
    subscribeStates(changesOnly(onChange))
  }
}

extension Store {
  /// A part of this store for those who need no more of it.
  ///
  /// ```swift
  /// let counter = store.scope(state: \.counter, action: AppAction.counter)
  /// ```
  /// - Parameters:
  ///   - state: Where in this state the part is.
  ///   - action: Makes this store's action from the part's.
  public func scope<PartState, PartAction>(
    state: @escaping @Sendable (State) -> PartState, action: @escaping @Sendable (PartAction) -> Action
  ) -> ScopedStore<PartState, PartAction> {
    whole.scope(state: state, action: action)
  }

  /// A part of this store, by the same paths as in `Reducer.pullback`.
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
