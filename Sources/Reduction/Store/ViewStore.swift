#if canImport(Observation)
  import Observation

  /// A store for views: a state on the main actor that SwiftUI, or `withObservationTracking`, observes.
  ///
  /// ```swift
  /// struct CounterView: View {
  ///   let store: ViewStore<CounterState, CounterAction>
  ///
  ///   var body: some View { Text("\(store.count)") }
  /// }
  /// ```
  /// The members of the state are available under their own names. The state follows the store:
  /// at once after ``send(_:)``, and soon after a change from elsewhere.
  @MainActor @Observable @dynamicMemberLookup
  public final class ViewStore<State: Equatable & Sendable, Action: Sendable> {
    /// The state of the store.
    public private(set) var state: State
    @ObservationIgnored private let store: Store<State, Action>
    @ObservationIgnored private var subscription: Cancellable?

    /// Creates a store for views of `store`, which can be a part of another.
    public init(_ store: Store<State, Action>) {
      self.store = store
      state = store.state
      // The state of an event is not used: it may be older than the one that `send` has shown since.
      subscription = store.subscribe(on: MainActor.shared) { [weak self] _ in self?.refresh() }
    }

    /// Sends to the store.
    ///
    /// - Throws: ``Refusal`` when the store refuses the action.
    public func send(_ action: Action) throws(Refusal) {
      try store.send(action)
      // At once, since the subscription calls only after the current work of the main actor.
      refresh()
    }

    /// The member of the state at `path`.
    public subscript<Value>(dynamicMember path: KeyPath<State, Value>) -> Value {
      state[keyPath: path]
    }

    /// Reads the store rather than the delivered state, which may be older than the one shown.
    private func refresh() {
      let current = store.state
      if state != current { state = current }
    }
  }
#endif
