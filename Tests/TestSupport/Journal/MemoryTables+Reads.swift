import JSON
import Sessions

// Queries of a journal.
extension MemoryTables {
  package func session(withKey key: String, of app: String) -> SessionID? {
    sessions.values.first { $0.session.metadata.key?.isIdentical(to: key) == true && $0.session.app == app }?.session.id
  }

  /// Returns the capacity that the messages of a write to recipients by key take.
  func entriesByKey(of write: Write) -> [MailboxEntry] {
    let (changes, app): ([Change], String?)
    switch write {
    case .change(let appended, _): (changes, app) = ([appended], sessions[appended.session]?.session.app)
    case .begin(let imported, let first, _): (changes, app) = (first, imported.session.session.app)
    default: return []
    }
    return changes.flatMap { change in
      change.messages.compactMap { step in
        guard case .send(let message) = step, case .key(let key) = message.recipient else { return nil }
        let recipient = app.flatMap { session(withKey: key, of: $0) } ?? .unknownRecipient
        return MailboxEntry(to: recipient, from: change.session, bytes: message.action.count)
      }
    }
  }

  package func stored(_ id: SessionID) -> StoredSession? {
    guard let rows = sessions[id] else { return nil }
    return StoredSession(
      session: rows.session, navigation: Array(rows.snapshot.navigation),
      changes: rows.history.filter { $0.revision > rows.session.revision }.map { PastChange($0, .all) },
      idempotencyRecords: idempotencyRecords(of: id), timers: rows.timers.values.sorted { $0.id < $1.id },
      calls: calls(.session(id)).map(\.waiting), tokens: rows.tokens)
  }

  /// Returns the session at its creation with all its changes, without its later snapshots.
  package func retold(_ id: SessionID) -> StoredSession? {
    sessions[id].map { rows in
      StoredSession(
        session: rows.beginning.session, navigation: Array(rows.beginning.navigation),
        changes: rows.history.map { PastChange($0, .all) }, idempotencyRecords: [], timers: Array(rows.timers.values))
    }
  }

  package func identity(of id: SessionID) -> SessionIdentity? {
    sessions[id].map { rows in
      SessionIdentity(
        app: rows.session.app, appVersion: rows.session.appVersion, tokenHash: rows.session.tokenHash,
        tokens: rows.tokens)
    }
  }

  package func history(_ query: HistoryPageQuery) -> ItemPage<HistoryItem> {
    let changes = (sessions[query.session]?.changes ?? []).filter { change in
      change.revision > query.after && query.filter.type.map(change.hasAction(of:)) ?? true
    }
    let items = changes.prefix(query.limit).map { change in
      HistoryItem(
        revision: change.revision, at: change.at, origin: change.origin, action: Array(change.text[change.action]),
        outputs: Array(change.text[change.outputs]), refused: change.refusedText)
    }
    return ItemPage(items: items, hasNext: changes.count > items.count)
  }

  package func outputs(_ query: OutputQuery) -> ItemPage<OutputItem> {
    let items = (sessions[query.session]?.changes ?? []).flatMap(\.outputItems).filter { $0.seq > query.after }
    return ItemPage(items: Array(items.prefix(query.limit)), hasNext: items.count > query.limit)
  }

  package func expired(_ query: ExpiryQuery) -> ExpiryPage {
    let items = sessions.compactMap { id, rows -> ExpiryPage.Item? in
      guard query.partitions?.contains(id) ?? true else { return nil }
      let time: Int64
      switch (query.kind, rows.session.metadata.expires) {
      case (.own(let limit), let age?) where rows.activeAt + age <= limit: time = rows.activeAt + age
      case (.unchanged(let limit), nil) where rows.activeAt <= limit: time = rows.activeAt
      default: return nil
      }
      return ExpiryPage.Item(time: time, session: id)
    }
    let rest = items.filter { item in query.after.map { $0.order < item.order } ?? true }
    return ExpiryPage(items: Array(rest.sorted { $0.order < $1.order }.prefix(query.limit)))
  }

  package func timers(_ query: TimerQuery) -> [DueTimer] {
    let timers = sessions.filter { query.partitions?.contains($0.key) ?? true }.flatMap { id, rows in
      rows.timers.values.map { DueTimer(fireAt: $0.fireAt, session: id, timer: $0.id) }
    }
    let rest = timers.filter { timer in
      timer.fireAt <= query.until && query.after.map { $0.order < timer.order } ?? true
    }
    return Array(rest.sorted { $0.order < $1.order }.prefix(query.limit))
  }

  package func messages(_ query: MessageQuery) -> MessagePage {
    guard let partitions = query.partitions else {
      let found = Array(messages.filter { $0.id > query.after }.prefix(query.limit))
      return MessagePage(messages: found, next: found.count == query.limit ? found.last?.id : nil)
    }
    var channels: Set<[SessionID]> = []
    let oldest = messages.filter { message in
      partitions.contains(message.recipient) && channels.insert([message.sender, message.recipient]).inserted
    }
    return MessagePage(messages: Array(oldest.prefix(query.limit)), next: nil)
  }

  package func calls(_ query: CallQuery) -> [CallRow] {
    switch query {
    case .one(let key): calls[key].map { [$0] } ?? []
    case .session(let id):
      calls.values.filter { $0.session == id }.sorted { ($0.revision, $0.key) < ($1.revision, $1.key) }
    case .page(let after, let limit, let partitions):
      Array(
        calls.values.filter { $0.key > after && partitions?.contains($0.session) ?? true }
          .sorted { $0.key < $1.key }.prefix(limit))
    }
  }
}

extension DueTimer {
  fileprivate var order: (Int64, String, String) { (fireAt, session.text, timer) }
}

extension ExpiryPage.Item {
  fileprivate var order: (Int64, String) { (time, session.text) }
}

extension Change {
  /// The reason for the refusal of the action, as JSON.
  package var refusedText: [UInt8]? { refused.map { Array(text[$0]) } }

  fileprivate var outputItems: [OutputItem] {
    guard hasOutputs else { return [] }
    return ((try? JSONValue(parsing: Array(text[outputs])))?.arrayValue ?? []).map { output in
      OutputItem(
        seq: output["seq"]?.integerValue.map { Int($0) } ?? 0, revision: revision, at: at,
        name: output["name"]?.stringValue ?? "", value: output["value"]?.bytes ?? Array("null".utf8))
    }
  }

  /// Whether the action, or one of a batch, has a type.
  fileprivate func hasAction(of type: String) -> Bool {
    let action = (try? JSONValue(parsing: Array(text[action]))) ?? .null
    return [action["type"]] == [.string(type)]
      || action["actions"]?.arrayValue?.contains { $0["type"] == .string(type) } ?? false
  }
}
