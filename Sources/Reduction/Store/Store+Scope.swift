import Synchronization

extension Store {
  /// Creates a store of a part of this store, for a feature that does not need the whole.
  ///
  /// ```swift
  /// let counter = store.scope(state: \.counter, action: .counter)
  /// try counter.send(.increment)
  /// ```
  /// - Parameters:
  ///   - state: Reads the part: a key path or a function.
  ///   - action: The case of this store's actions that holds the part's, as for `Reducer.pullback`.
  public func scope<PartState, PartAction>(
    state: @escaping @Sendable (State) -> PartState, action: CasePath<Action, PartAction>
  ) -> Store<PartState, PartAction> {
    scope(state: state, action: action.embedding)
  }

  /// Creates a store of a part of this store, by functions.
  ///
  /// ```swift
  /// let counter = store.scope(state: { $0.counter }, action: AppAction.counter)
  /// ```
  /// - Parameters:
  ///   - state: Reads the part: a key path or a function.
  ///   - action: Makes an action of this store from one of the part.
  public func scope<PartState, PartAction>(
    state: @escaping @Sendable (State) -> PartState, action: @escaping @Sendable (PartAction) -> Action
  ) -> Store<PartState, PartAction> {
    part(read: { [read] in state(read()) }, state: { .some(state($0)) }, action: action)
  }

  /// Creates a store of a part that is present now.
  ///
  /// ```swift
  /// guard let counter = store.scope(ifLet: \.selection?.value, action: .counter) else { return showProgress() }
  /// ```
  /// After the part is removed, the store keeps the last state that it has seen, its subscribers are not called, and its actions are
  /// those of an absent part: `Reducer.optional` refuses them.
  ///
  /// - Parameters:
  ///   - state: Reads the part: a key path or a function.
  ///   - action: The case of this store's actions that holds the part's, as for `Reducer.ifLet`.
  /// - Returns: The store; nil when the part is absent.
  public func scope<PartState, PartAction>(
    ifLet state: @escaping @Sendable (State) -> PartState?, action: CasePath<Action, PartAction>
  ) -> Store<PartState, PartAction>? {
    scope(ifLet: state, action: action.embedding)
  }

  /// Creates a store of a part that is present now, by functions.
  ///
  /// - Parameters:
  ///   - state: Reads the part: a key path or a function.
  ///   - action: Makes an action of this store from one of the part.
  /// - Returns: The store; nil when the part is absent.
  public func scope<PartState, PartAction>(
    ifLet state: @escaping @Sendable (State) -> PartState?, action: @escaping @Sendable (PartAction) -> Action
  ) -> Store<PartState, PartAction>? {
    guard let present = state(read()) else { return nil }
    let last = LastPresent(present)
    let read: Store<PartState, PartAction>.Read = { [read] in last.read(state(read())) }
    let part = part(read: read, state: { state($0).map { last.read($0) } }, action: action)
    return Store<PartState, PartAction>(
      read: part.read,
      perform: { action throws(Refusal) in
        // The action may remove the part.
        _ = read()
        try part.perform(action)
        _ = read()
      }, observe: part.observe)
  }

  /// Creates a store of an element of a list.
  ///
  /// ```swift
  /// let rows = store.state.todos.ids.compactMap { store.scope(state: \.todos, id: $0, action: .todoItem) }
  /// ```
  /// The element may move in the list. After it is removed, the store keeps the last state that it has seen, its subscribers are not
  /// called, and its actions are those of an absent element: `Reducer.forEach` refuses them.
  ///
  /// - Parameters:
  ///   - state: Reads the list: a key path or a function.
  ///   - id: The id of the element.
  ///   - action: The case of this store's actions that holds an element's id and action, as for `Reducer.forEach`.
  /// - Returns: The store; nil when the element is absent.
  public func scope<Element: Identifiable & Sendable, PartAction>(
    state: @escaping @Sendable (State) -> IdentifiedArray<Element>, id: Element.ID,
    action: CasePath<Action, (id: Element.ID, action: PartAction)>
  ) -> Store<Element, PartAction>? where Element.ID: Sendable {
    scope(ifLet: { state($0)[id: id] }, action: { action.embed((id, $0)) })
  }

  /// Creates a store of an element of a list, by functions.
  ///
  /// - Parameters:
  ///   - state: Reads the list: a key path or a function.
  ///   - id: The id of the element.
  ///   - action: Makes an action of this store from an element's id and action.
  /// - Returns: The store; nil when the element is absent.
  public func scope<Element: Identifiable & Sendable, PartAction>(
    state: @escaping @Sendable (State) -> IdentifiedArray<Element>, id: Element.ID,
    action: @escaping @Sendable (Element.ID, PartAction) -> Action
  ) -> Store<Element, PartAction>? where Element.ID: Sendable {
    scope(ifLet: { state($0)[id: id] }, action: { action(id, $0) })
  }

  /// Creates a store whose subscribers are called while `state` returns a part.
  private func part<PartState, PartAction>(
    read: @escaping Store<PartState, PartAction>.Read, state: @escaping @Sendable (State) -> PartState?,
    action: @escaping @Sendable (PartAction) -> Action
  ) -> Store<PartState, PartAction> {
    Store<PartState, PartAction>(
      read: read,
      perform: { [perform] part throws(Refusal) in try perform(action(part)) },
      observe: { [observe] onEvent in observe { event in event.compactMap(state).map(onEvent) } })
  }
}

/// The state of a part when it was last present.
private final class LastPresent<Part: Sendable>: Sendable {
  private let last: Mutex<Part>

  init(_ part: Part) {
    last = Mutex(part)
  }

  /// Returns `current` and stores it; when it is absent, returns the last one.
  func read(_ current: Part?) -> Part {
    last.withLock { last in
      if let current { last = current }
      return last
    }
  }
}
