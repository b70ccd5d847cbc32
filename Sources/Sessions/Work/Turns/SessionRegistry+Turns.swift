import Navigation

// Requests that wait for a turn.
extension SessionRegistry {
  /// Does costly work in turns; nil: it is done at once.
  package var turns: TurnQueue? { environment.turns }

  /// The name of a session's app, if the session is loaded.
  package func appName(of id: SessionID) -> String? { sessions[id]?.apps.name }

  /// Whether requests to some session have to wait behind others.
  package var holdsSessions: Bool { environment.turns?.holdsSessions == true }

  /// Whether requests to a session have to wait behind others.
  package func isHeld(_ id: SessionID) -> Bool { environment.turns?.isHeld(id) == true }

  /// Calls `body` when it is the turn of the session's changes. For requests behind a costly one, and for those that have
  /// shown to be costly.
  ///
  /// - Parameter refuse: Called instead with `turnsBusy` when too many requests wait.
  func inTurn(
    of store: SessionStore, otherwise refuse: @escaping @Sendable (Outcome) -> Void,
    _ body: @escaping @Sendable () -> Void
  ) {
    addTurn(
      TurnQueue.Turn {
        body()
        return nil
      }, to: .changes(store.id), of: store, otherwise: refuse)
  }

  func addTurn(
    _ turn: TurnQueue.Turn, to lane: TurnQueue.Lane, of store: SessionStore,
    otherwise refuse: @escaping @Sendable (Outcome) -> Void
  ) {
    guard let turns = environment.turns else { preconditionFailure("without a queue, no work is costly") }
    if !turns.add(turn, to: lane, of: store.apps.name) { refuse(.turnsBusy) }
  }

  /// Lists the possible actions in a session as JSON.
  ///
  /// - Parameters:
  ///   - isExplained: Whether the reasons have what clients must not know.
  ///   - isFromBackend: Whether the caller may do what `by` reserves to backends.
  package func available(
    in id: SessionID, isExplained: Bool, isFromBackend: Bool, answer: @escaping @Sendable (Outcome) -> Void
  ) {
    withStore(of: id, answer) { [self] store, answer in
      // Not tried again here while others that were costly wait.
      if environment.turns?.isBusy(.reads(id)) != true {
        let result = store.available(
          isExplained: isExplained, isFromBackend: isFromBackend, environment, answer: answer)
        guard case .costly = result else { return result }
      }
      listAvailable(in: store, answer) { [environment] in
        store.possibilities(isExplained: isExplained, isFromBackend: isFromBackend, environment)
      }
      return .pending
    }
  }

  /// Lists the possible actions in turns, once the pending writes have completed.
  private func listAvailable(
    in store: SessionStore, _ answer: @escaping @Sendable (Outcome) -> Void,
    _ list: @escaping @Sendable () -> AvailableActions?
  ) {
    let isWaiting = store.state.withLock { state in
      guard let last = state.pending.indices.last else { return false }
      state.pending[last].waiting.append(
        // Also after a failure: the list is made of what is committed then.
        PendingWrite.Waiting { [self] _ in addListing(in: store, answer, list) })
      return true
    }
    if !isWaiting { addListing(in: store, answer, list) }
  }

  private func addListing(
    in store: SessionStore, _ answer: @escaping @Sendable (Outcome) -> Void,
    _ list: @escaping @Sendable () -> AvailableActions?
  ) {
    let turn = TurnQueue.Turn {
      guard let list = list() else {
        answer(.notFound)
        return nil
      }
      return Self.proceed(list, answer)
    }
    addTurn(turn, to: .reads(store.id), of: store, otherwise: answer)
  }

  private static func proceed(
    _ list: consuming AvailableActions, _ answer: @escaping @Sendable (Outcome) -> Void
  ) -> TurnQueue.Turn? {
    guard list.run(within: TurnQueue.stepsOfTurn, pauses: true) else {
      return TurnQueue.Turn { [list] in proceed(list, answer) }
    }
    answer(.session(list.json, revision: list.revision))
    return nil
  }
}
