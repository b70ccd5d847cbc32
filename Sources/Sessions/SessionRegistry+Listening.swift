import JSON
import Navigation

/// Where somebody who listens wants to begin.
package enum ListeningPoint: Sendable {
  /// With the session as it is.
  case now
  /// With what came after a revision that he knows.
  case after(Int)
  /// With the outputs that came after one that he knows.
  case afterOutput(Int)
}

/// How listening to a session began.
package enum Listening: Sendable {
  /// With the session as it is at this revision.
  ///
  /// - isReset: What came after the revision that was named is not kept any more.
  case snapshot([UInt8], revision: Int, isReset: Bool)
  /// With what was missed.
  ///
  /// - isReset: Some of it is not kept any more.
  case backlog(Backlog, isReset: Bool)
  /// Or the token is not its own.
  case notFound
  case deleted
  /// As many listen to the session as may.
  case crowded(limit: Int)
  case failed(JournalFailure)
}

extension SessionRegistry {
  /// Has a listener told of each revision that is committed from now on.
  ///
  /// - Parameters:
  ///   - token: The hash of the token that lets it listen: it hears nothing more once that is not the session's any more.
  ///     nil: it needs none.
  ///   - began: Called once, with what comes before that. The listener may have heard of later ones by then.
  package func listen(
    _ listener: any Listener, to id: SessionID, from point: ListeningPoint, holding token: [UInt8]? = nil,
    began: @escaping @Sendable (Listening) -> Void
  ) {
    find(id) { [self] result in
      switch result {
      case .failure(let failure): began(.failed(failure))
      case .success(nil): began(.notFound)
      case .success(let store?):
        let begin: @Sendable (SessionStore.Joining) -> Void = { [self] joining in
          switch joining {
          case .began(let beginning):
            welcome(
              Newcomer(
                listener: listener, journal: environment.journal, store: store, point: point, beginning: beginning,
                began: began))
          case .waits: break
          case .deleted: began(.deleted)
          case .forbidden: began(.notFound)
          case .crowded: began(.crowded(limit: environment.limits.listeners))
          case .lookUpAgain:
            forget(store)
            listen(listener, to: id, from: point, holding: token, began: began)
          }
        }
        begin(store.listen(listener, holding: token, limit: environment.limits.listeners, began: begin))
      }
    }
  }

  private func welcome(_ newcomer: Newcomer) {
    let standing = newcomer.beginning.standing
    switch newcomer.point {
    case .now:
      newcomer.beginWithState(isReset: false)
    case .after(let known):
      guard known >= standing.timeline.oldest, known <= standing.revision else {
        return newcomer.beginWithState(isReset: true)
      }
      read(from: known + 1, for: newcomer) { changes throws(DamagedSession) in
        try newcomer.begin(with: changes, from: known + 1, isReset: false)
      }
    case .afterOutput(let known):
      guard known <= standing.outputs else { return newcomer.beginWithState(isReset: true) }
      lookBack(64, for: newcomer, after: known)
    }
  }

  /// Looks further and further back for the first output that is not known: who comes back has mostly missed little.
  private func lookBack(_ count: Int, for newcomer: Newcomer, after known: Int) {
    let standing = newcomer.beginning.standing
    let isUpToDate = known == standing.outputs
    let oldest = max(standing.timeline.oldest, 2)
    let first = isUpToDate ? standing.revision + 1 : max(standing.revision - count, oldest)
    read(from: first, for: newcomer) { [self] changes throws(DamagedSession) in
      let next = try changes.firstOutput(from: first) ?? Int.max
      let isFound = isUpToDate || next <= known + 1
      guard isFound || first == oldest else { return lookBack(count * 8, for: newcomer, after: known) }
      try newcomer.begin(with: changes, from: first, isReset: !isFound)
    }
  }

  private func read(
    from revision: Int, for newcomer: Newcomer,
    _ body: @escaping @Sendable ([PastChange]) throws(DamagedSession) -> Void
  ) {
    guard revision <= newcomer.beginning.standing.revision else {
      return newcomer.begin(reading: .success([]), from: revision, body)
    }
    let isLong = newcomer.beginning.standing.revision - revision > 100
    environment.journal.past(PastQuery(session: newcomer.store.id, way: .since(revision))) { [self] result in
      guard isLong else { return newcomer.begin(reading: result, from: revision, body) }
      // Going far back is long work, and the journal's reader has others waiting.
      environment.later { newcomer.begin(reading: result, from: revision, body) }
    }
  }

  /// The listener hears nothing more; what is on its way to it still comes.
  package func stopListening(_ listener: any Listener, to id: SessionID) {
    loadedStore(id)?.stopListening(listener)
  }

  /// Who listens to a session and is seen.
  package func presences(
    of id: SessionID, answer: @escaping @Sendable (Result<[Presence]?, JournalFailure>) -> Void
  ) {
    find(id) { answer($0.map { $0?.presences }) }
  }
}

/// Somebody who has begun to listen and is to be told first what came before that.
private struct Newcomer: Sendable {
  let listener: any Listener
  let journal: any Journal
  let store: SessionStore
  let point: ListeningPoint
  let beginning: SessionStore.Beginning
  let began: @Sendable (Listening) -> Void

  func beginWithState(isReset: Bool) {
    var json = JSONWriter(capacity: 512 + beginning.tree.size)
    store.write(beginning.tree, beginning.standing, to: &json)
    began(.snapshot(json.bytes, revision: beginning.standing.revision, isReset: isReset))
  }

  func begin(with changes: [PastChange], from revision: Int, isReset: Bool) throws(DamagedSession) {
    let backlog = try Backlog(
      after: revision - 1, of: store, until: beginning, changes, from: journal, wantsSession: listener.wantsSession)
    began(.backlog(backlog, isReset: isReset))
  }

  /// Begins with what the journal has from a revision on.
  func begin(
    reading result: Result<[PastChange], JournalFailure>, from revision: Int,
    _ body: ([PastChange]) throws(DamagedSession) -> Void
  ) {
    switch result {
    case .failure(let failure):
      store.stopListening(listener)
      began(.failed(failure))
    case .success(let changes):
      do throws(DamagedSession) {
        try body(changes)
      } catch {
        // It may have been deleted or pruned meanwhile.
        if store.isDeleted { return began(.deleted) }
        guard store.oldest <= beginning.standing.timeline.oldest else { return beginWithState(isReset: true) }
        store.stopListening(listener)
        began(.failed(.damaged("The history of \(store.id.text) cannot be read: \(error.detail).")))
      }
    }
  }
}

extension [PastChange] {
  /// The `seq` of the first output that was sent at a revision or later.
  fileprivate func firstOutput(from revision: Int) throws(DamagedSession) -> Int? {
    // An empty array has two bytes.
    guard let change = first(where: { $0.revision >= revision && $0.outputs.count > 2 }) else { return nil }
    do throws(JSONError) {
      return try JSONValue(parsing: change.outputs, maximumDepth: 128, roundingNumbers: true).arrayValue?.first?["seq"]?
        .integerValue.map(
          Int.init)
    } catch {
      throw DamagedSession(detail: "the outputs of revision \(change.revision) are no JSON")
    }
  }
}
