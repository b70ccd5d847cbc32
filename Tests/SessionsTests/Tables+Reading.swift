@testable import Sessions

// Queries of a journal.

extension Tables {
  func session(withKey key: String, of app: String) -> SessionID? {
    sessions.values.first { $0.session.metadata.key == key && $0.session.app == app }?.session.id
  }

  func stored(_ id: SessionID) -> StoredSession? {
    guard let rows = sessions[id] else { return nil }
    return StoredSession(
      session: rows.session, navigation: Array(rows.snapshot.navigation),
      changes: rows.changes.filter { $0.revision > rows.session.revision }.map(StoredChange.init),
      idempotencyRecords: answers.values.filter { $0.session == id && isKept($0) }.map { answer in
        IdempotencyRecord(
          session: id, key: answer.key, fingerprint: answer.fingerprint, status: answer.status,
          revision: answer.revision, body: nil, at: answer.at)
      }, timers: Array(rows.timers.values),
      calls: calls.values.filter { $0.session == id }.map(\.waiting), tokens: rows.tokens)
  }

  /// The session at its creation with all its changes, without its later snapshots.
  func retold(_ id: SessionID) -> StoredSession? {
    sessions[id].map { rows in
      StoredSession(
        session: rows.beginning.session, navigation: Array(rows.beginning.navigation),
        changes: rows.changes.map(StoredChange.init), idempotencyRecords: [], timers: Array(rows.timers.values))
    }
  }

  func idempotencyRecord(for key: String, of session: SessionID?) -> IdempotencyRecord? {
    answers[AnswerKey(session: session, key: key)].flatMap { isKept($0) ? $0 : nil }
  }

  func history(_ query: HistoryPageQuery) -> ItemPage<HistoryItem> {
    let changes = (sessions[query.session]?.changes ?? []).filter { $0.revision > query.after }
    let items = changes.prefix(query.limit).map { change in
      HistoryItem(
        revision: change.revision, at: change.at, origin: change.origin, action: Array(change.text[change.action]),
        outputs: Array(change.text[change.outputs]), refused: change.refusedText)
    }
    return ItemPage(items: items, hasNext: changes.count > items.count)
  }

  func expired(_ query: ExpiryQuery) -> ExpiryPage {
    let sessions = sessions.values.map(\.session).sorted { $0.id.text < $1.id.text }
    let places = sessions.compactMap { session -> ExpiryPage.Item? in
      switch (query.kind, session.metadata.expires) {
      case (.own(let time), let age?) where session.updatedAt + age <= time: break
      case (.unchanged(let time), nil) where session.updatedAt <= time: break
      default: return nil
      }
      return ExpiryPage.Item(time: 0, session: session.id)
    }
    return ExpiryPage(items: places.filter { query.after.map { $0.session.text } ?? "" < $0.session.text })
  }

  func timers(_ query: TimerQuery) -> [DueTimer] {
    let timers = sessions.flatMap { id, rows in
      rows.timers.values.map { DueTimer(fireAt: $0.fireAt, session: id, timer: $0.id) }
    }
    return Array(
      timers.sorted { $0.order < $1.order }
        .filter { timer in timer.fireAt <= query.until && query.after.map { $0.order < timer.order } ?? true }
        .prefix(query.limit))
  }

  func messages(_ query: MessageQuery) -> MessagePage {
    let found = Array(messages.filter { $0.id > query.after }.prefix(query.limit))
    return MessagePage(messages: found, next: found.count == query.limit ? found.last?.id : nil)
  }

  func calls(_ query: CallQuery) -> [CallRow] {
    switch query {
    case .one(let key): calls[key].map { [$0] } ?? []
    case .session(let id): calls.values.filter { $0.session == id }.sorted { $0.key < $1.key }
    case .page(let after, let limit, _):
      Array(calls.values.filter { $0.key > after }.sorted { $0.key < $1.key }.prefix(limit))
    }
  }

  private func isKept(_ answer: IdempotencyRecord) -> Bool { answer.at > now() - SessionLimits().idempotencyLifetime }
}

extension DueTimer {
  fileprivate var order: (Int64, String, String) { (fireAt, session.text, timer) }
}
