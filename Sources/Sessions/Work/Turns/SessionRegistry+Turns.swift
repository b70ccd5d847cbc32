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

  /// Waits until it is the turn of the session's changes. For requests behind a costly one, and for those that have
  /// shown to be costly.
  ///
  /// - Returns: false when too many requests wait.
  func turn(of store: SessionStore) async -> Bool {
    await environment.turns?.turn(in: .changes(store.id), of: store.apps.name) ?? true
  }

  func addTurn(_ turn: TurnQueue.Turn, to lane: TurnQueue.Lane, of store: SessionStore) -> Bool {
    guard let turns = environment.turns else { preconditionFailure("without a queue, no work is costly") }
    return turns.add(turn, to: lane, of: store.apps.name)
  }

  /// Lists the possible actions in a session as JSON.
  ///
  /// - Parameters:
  ///   - isExplained: Whether the reasons have what clients must not know.
  ///   - isFromBackend: Whether the caller may do what `by` reserves to backends.
  ///   - mayAmend: Whether the caller may amend changes.
  ///   - origin: The request, whose credential expressions read.
  package func available(
    in id: SessionID, isExplained: Bool, isFromBackend: Bool, mayAmend: Bool, by origin: ChangeOrigin = ChangeOrigin()
  ) async -> Outcome {
    let imported: Int?
    do throws(OutcomeError) {
      imported = mayAmend ? try await lastImported(of: id) : nil
    } catch {
      return error.outcome
    }
    return await withStore(of: id) { [self] store, answer in
      // Not tried again here while others that were costly wait.
      if environment.turns?.isBusy(.reads(id)) != true {
        let result = store.available(
          isExplained: isExplained, isFromBackend: isFromBackend, amendingAfter: imported, by: origin, environment,
          answer: answer)
        guard case .costly = result else { return result }
      }
      Task.inline { [self] in
        // Also after a failure: the list is made of what is committed then.
        await store.pendingWrites()
        let list = TurnQueue.Turn { [environment] in
          let list = store.possibilities(
            isExplained: isExplained, isFromBackend: isFromBackend, amendingAfter: imported, by: origin, environment)
          if let list { return Self.proceed(list, answer) }
          answer(.notFound)
          return nil
        }
        if !addTurn(list, to: .reads(store.id), of: store) { answer(.turnsBusy) }
      }
      return .pending
    }
  }

  /// The last revision of a session that came with an import; 0: none did.
  private func lastImported(of id: SessionID) async throws(OutcomeError) -> Int {
    if let known = sessions[id]?.state.withLock({ $0.lastImported }) { return known }
    // Imported changes precede all others, so that a session without them takes one look.
    var (last, step) = (0, 1)
    while try await isImported(last + step, of: id) { (last, step) = (last + step, 2 * step) }
    while step > 1 {
      step /= 2
      if try await isImported(last + step, of: id) { last += step }
    }
    sessions[id]?.state.withLock { $0.lastImported = last }
    return last
  }

  /// Whether a change, or else the next one, came with an import.
  func isImported(_ revision: Int, of id: SessionID) async throws(OutcomeError) -> Bool {
    let query = HistoryPageQuery(session: id, after: revision - 1, limit: 1)
    return try await history(query).items.first?.isImported == true
  }

  private static func proceed(_ list: consuming AvailableActions, _ answer: @escaping Answer) -> TurnQueue.Turn? {
    guard list.run(within: TurnQueue.stepsOfTurn, pauses: true) else {
      return TurnQueue.Turn { [list] in proceed(list, answer) }
    }
    answer(.session(list.json, revision: list.revision))
    return nil
  }
}
