/// The listeners of sessions on all nodes, and the reports of their devices.
struct SharedPresences: Sendable {
  let node: SharedNode
  let sessions: LoadedSessions

  /// The limit of sessions in one read.
  private static let page = 1_000

  /// Lists a listener before its stream begins.
  ///
  /// - Returns: Takes the start of a subscription, and calls `began` once the listener is listed.
  func listing(
    _ listener: any Listener, of id: SessionID, _ token: [UInt8]?, then began: @escaping @Sendable (Listening) -> Void
  ) -> @Sendable (Listening) -> Void {
    { listening in
      guard let presence = listener.presence, listening.hasBegun, needsRow(presence, of: id) else {
        return began(listening)
      }
      if !presence.isListed { node.unlisted.withLock { _ = $0.insert(presence.id) } }
      let row = PresenceRow(
        session: id, id: presence.id, name: presence.name, since: presence.since, token: token,
        isListed: presence.isListed)
      node.journal.write(.set(row)) { failure in
        if let failure {
          sessions[id]?.stopListening(listener)
          return began(failure == .overtaken ? .deleted : .failed(failure))
        }
        // It may have ended before the row was written.
        if sessions[id]?.isSubscribed(listener) != true { remove(presence, of: id) }
        // The reports so far are not news to the listener.
        read([id]) { result in
          if case .success(let stored) = result { take(stored) }
          began(listening)
        }
      }
    }
  }

  /// Whether other nodes have to know of a listener: a waiting request matters to them only if the session could expire
  /// before it ends.
  private func needsRow(_ presence: Presence, of id: SessionID) -> Bool {
    guard let until = presence.until else { return true }
    let expiry = Expiry(now: until, age: sessions.environment.limits.expiry)
    return sessions[id]?.state.withLock { expiry.hasCome(for: $0) } ?? false
  }

  /// Removes the row of a listener, if it has one.
  func remove(_ presence: Presence, of id: SessionID) {
    guard presence.isListed || node.unlisted.withLock({ $0.remove(presence.id) }) != nil else { return }
    remove(presence.id, of: id)
  }

  private func remove(_ listener: String, of id: SessionID) {
    node.journal.write(.remove(id, id: listener)) { failure in
      // Kept for `removeAgain`: a row that stays would show a listener that has gone.
      if failure != nil { node.removals.withLock { $0.append((id, listener)) } }
    }
  }

  /// Removes the rows of listeners that could not be removed before.
  func removeAgain() {
    let removals = node.removals.withLock { removals in
      defer { removals = [] }
      return removals
    }
    for (id, listener) in removals { remove(listener, of: id) }
  }

  func list(_ id: SessionID, answer: @escaping @Sendable (Result<[Presence], JournalFailure>) -> Void) {
    read([id]) { result in
      answer(
        result.map { stored in
          stored[id]?.rows.filter(\.isListed).map { row in
            var presence = Presence(id: row.id, name: row.name, since: row.since)
            presence.shown = row.shown
            return presence
          } ?? []
        })
    }
  }

  /// Adds the numbers of listeners to a page of sessions.
  func count(on page: SessionPage, counted: @escaping @Sendable (Result<SessionPage, JournalFailure>) -> Void) {
    guard !page.items.isEmpty else { return counted(.success(page)) }
    read(page.items.map(\.session.id)) { result in
      counted(
        result.map { stored in
          var page = page
          for index in page.items.indices {
            page.items[index].listeners = stored[page.items[index].session.id]?.rows.count(where: \.isListed) ?? 0
          }
          return page
        })
    }
  }

  /// Whether a client on any node listens to a session.
  func listens(to id: SessionID, answer: @escaping @Sendable (Result<Bool, JournalFailure>) -> Void) {
    read([id]) { result in answer(result.map { $0[id]?.rows.isEmpty == false }) }
  }

  /// - Returns: Takes the outcome of a report, and calls `answer` once the report is stored.
  func storing(
    _ report: ShownReport, by token: [UInt8]?, of id: SessionID, then answer: @escaping @Sendable (Outcome) -> Void
  ) -> @Sendable (Outcome) -> Void {
    { [journal = node.journal] outcome in
      guard case .unchanged = outcome else { return answer(outcome) }
      journal.write(.shown(id, report, by: token)) { answer($0.map(Outcome.failed) ?? .unchanged) }
    }
  }

  /// Reads the reports of sessions with listeners or waiting requests. A failure leaves them to the next call.
  func refresh(_ stores: [SessionStore]) {
    let ids = stores.filter(\.awaitsReports).map(\.id)
    for start in stride(from: 0, to: ids.count, by: Self.page) {
      read(Array(ids[start..<min(start + Self.page, ids.count)])) { result in
        if case .success(let stored) = result { take(stored) }
      }
    }
  }

  private func take(_ stored: [SessionID: StoredPresences]) {
    for (id, presences) in stored { sessions[id]?.take(presences, by: sessions.environment.broadcaster) }
  }

  private func read(
    _ ids: [SessionID], _ read: @escaping @Sendable (Result<[SessionID: StoredPresences], JournalFailure>) -> Void
  ) {
    node.journal.presences(of: ids, read: read)
  }
}

extension Listening {
  /// Whether the subscription receives the following changes.
  fileprivate var hasBegun: Bool {
    switch self {
    case .snapshot, .backlog: true
    case .notFound, .deleted, .crowded, .shareTaken, .failed: false
    }
  }
}
