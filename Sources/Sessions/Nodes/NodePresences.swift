/// The listeners of sessions on all nodes, and the reports of their devices.
struct NodePresences: Sendable {
  let node: ServerNode
  let sessions: LoadedSessions

  /// The limit of sessions in one read.
  private static let page = 1_000

  /// Lists a listener before its stream begins.
  ///
  /// - Parameter listening: The start of the subscription.
  func listed(
    _ listener: any Listener, of id: SessionID, _ token: [UInt8]?, after listening: Listening
  ) async -> Listening {
    guard let presence = listener.presence, listening.hasBegun, needsRow(presence, of: id) else { return listening }
    if !presence.isListed { node.unlisted.withLock { _ = $0.insert(presence.id) } }
    let row = PresenceRow(
      session: id, id: presence.id, name: presence.name, by: presence.by, since: presence.since, token: token,
      isListed: presence.isListed)
    do throws(JournalFailure) {
      try await node.journal.write(.set(row))
    } catch {
      sessions[id]?.stopListening(listener)
      return error == .overtaken ? .deleted : .failed(error)
    }
    // It may have ended before the row was written.
    if sessions[id]?.isSubscribed(listener) != true { remove(presence, of: id) }
    // The reports so far are not news to the listener.
    await applyReports(of: [id])
    return listening
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
    Task.inline {
      do throws(JournalFailure) {
        try await node.journal.write(.remove(id, id: listener))
      } catch {
        // Kept for `removeAgain`: a row that stays would show a listener that has gone.
        node.removals.withLock { $0.append((id, listener)) }
      }
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

  func list(_ id: SessionID) async throws(JournalFailure) -> [Presence] {
    let rows = try await node.journal.presences(of: [id])[id]?.rows ?? []
    return rows.filter(\.isListed).map { row in
      var presence = Presence(id: row.id, name: row.name, by: row.by, since: row.since)
      presence.shown = row.shown
      return presence
    }
  }

  /// Returns a page of sessions with the numbers of their listeners.
  func counted(_ page: SessionPage) async throws(JournalFailure) -> SessionPage {
    guard !page.items.isEmpty else { return page }
    let stored = try await node.journal.presences(of: page.items.map(\.session.id))
    var page = page
    for index in page.items.indices {
      page.items[index].listeners = stored[page.items[index].session.id]?.rows.count(where: \.isListed) ?? 0
    }
    return page
  }

  /// Whether a client on any node listens to a session.
  func listens(to id: SessionID) async throws(JournalFailure) -> Bool {
    try await node.journal.presences(of: [id])[id]?.rows.isEmpty == false
  }

  /// Reads the reports of sessions with listeners or waiting requests. A failure leaves them to the next call.
  func refresh(_ stores: [SessionStore]) {
    let ids = stores.filter(\.awaitsReports).map(\.id)
    for start in stride(from: 0, to: ids.count, by: Self.page) {
      Task.inline { await applyReports(of: Array(ids[start..<min(start + Self.page, ids.count)])) }
    }
  }

  private func applyReports(of ids: [SessionID]) async {
    let stored = try? await node.journal.presences(of: ids)
    for (id, presences) in stored ?? [:] { sessions[id]?.apply(presences, by: sessions.environment.broadcaster) }
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
