import JSON
import Sessions

/// The rows of a journal in memory, and the writes that change them.
package struct MemoryTables: Sendable {
  private let now: @Sendable () -> Int64
  package private(set) var sessions: [SessionID: Rows] = [:]
  package private(set) var tombstones: [SessionID: Tombstone] = [:]
  /// The messages in the order of their ids.
  package private(set) var messages: [MessageRow] = []
  private var lastMessage: Int64 = 0
  /// The calls by their keys.
  package private(set) var calls: [String: CallRow] = [:]
  /// The changes of sessions that are being imported.
  package private(set) var imports: [SessionID: [Change]] = [:]
  private var answers: [AnswerKey: IdempotencyRecord] = [:]
  /// The first unwritten change of each session, on which later ones rest.
  private var unwritten: [SessionID: Int] = [:]

  /// The rows of a session.
  package struct Rows: Sendable {
    /// The snapshot at the creation of the session.
    package let beginning: StateSnapshot
    package fileprivate(set) var snapshot: StateSnapshot
    /// All changes, also those that were pruned.
    package fileprivate(set) var history: [Change] = []
    /// The oldest available revision.
    package fileprivate(set) var oldest: Int
    package fileprivate(set) var timers: [String: TimerRow] = [:]
    package fileprivate(set) var tokens = SessionTokens()

    fileprivate init(_ snapshot: StateSnapshot) {
      beginning = snapshot
      self.snapshot = snapshot
      oldest = snapshot.session.undoState.oldest
    }

    /// The row with the snapshot, which lags behind the changes.
    package var session: SessionRow {
      var session = snapshot.session
      session.undoState.oldest = min(oldest, session.revision)
      return session
    }

    /// The available changes.
    package var changes: ArraySlice<Change> { history.drop { $0.revision < oldest } }
    var revision: Int { history.last?.revision ?? session.revision }
    var updatedAt: Int64 { history.last?.at ?? session.updatedAt }
    /// The time of the last change that was no firing of a recurring timer.
    var activeAt: Int64 {
      let last = history.last { $0.origin.actor != "timer" || !$0.endsRecurrence }
      return max(session.activeAt, last?.at ?? .min)
    }
  }

  private struct AnswerKey: Hashable {
    let session: SessionID?
    let key: ExactString

    init(_ session: SessionID?, _ key: String) { (self.session, self.key) = (session, ExactString(key)) }
  }

  /// - Parameter now: The time in milliseconds since 1970, by which idempotency keys expire.
  package init(now: @escaping @Sendable () -> Int64) {
    self.now = now
  }

  // MARK: Writes

  /// Fails a write, and makes later writes that depend on it fail too.
  package mutating func refuse(_ write: Write, _ failure: JournalFailure) -> JournalFailure {
    if case .change(let change, _) = write, unwritten[change.session] == nil {
      unwritten[change.session] = change.revision
    }
    return failure
  }

  /// Performs a write.
  ///
  /// - Returns: Its failure; nothing was written then.
  package mutating func apply(_ write: Write) -> JournalFailure? {
    perform(write).map { refuse(write, $0) }
  }

  /// Makes the revisions before one unavailable, or available again.
  package mutating func setOldest(_ revision: Int, of id: SessionID) { sessions[id]?.oldest = revision }

  /// Stores a snapshot without the columns that other writes change.
  package mutating func store(_ snapshot: StateSnapshot) {
    let id = snapshot.session.id
    guard let former = sessions[id] else { return }
    var snapshot = snapshot
    snapshot.session.tokenHash = former.snapshot.session.tokenHash
    snapshot.session.metadata = former.snapshot.session.metadata
    sessions[id]?.oldest = max(former.oldest, snapshot.session.undoState.oldest)
    sessions[id]?.snapshot = snapshot
  }

  private mutating func perform(_ write: Write) -> JournalFailure? {
    switch write {
    case .create(let new, let record): return add(ImportedSession(session: new, timers: [], record: record))
    case .add(let imported): return add(imported)
    case .begin(let imported, let changes, _):
      if let failure = add(imported) { return failure }
      for change in changes {
        if let failure = append(change) { return failure }
      }
    case .change(let change, _): return append(change)
    case .record(let answer):
      if let session = answer.session, let first = unwritten[session], answer.revision >= first {
        return .unavailable("the response refers to a revision that was not written")
      }
      return insert(answer)
    case .importSlice(let slice):
      imports[slice.session] = (slice.isFirst ? [] : imports[slice.session] ?? []) + slice.changes
    case .dropImport(let id, let revisions, let isLast):
      imports[id]?.removeAll { revisions.contains($0.revision) }
      if isLast { imports[id] = nil }
    case .prune(let id, let revision):
      if let rows = sessions[id], rows.oldest...rows.session.revision ~= revision { setOldest(revision, of: id) }
    case .tokens(let id, let creation, let others):
      sessions[id]?.snapshot.session.tokenHash = creation
      sessions[id]?.tokens = others
    case .labels(let id, let labels, let key):
      if let key {
        if let taken = session(withKey: key.key, of: key.app) { return .keyTaken(taken) }
        sessions[id]?.snapshot.session.metadata.key = key.key
      }
      sessions[id]?.snapshot.session.metadata.labels = labels
    case .delete(let id, let deletion): delete(id, deletion)
    case .dismiss(let id): messages.removeAll { $0.id == id }
    case .deferCall(let key, let attempts, let failure, let due):
      calls[key]?.attempts = attempts
      calls[key]?.failure = failure
      calls[key]?.due = due
    case .lease: preconditionFailure("a journal of one process stores no leases")
    case .probe, .define, .withdraw, .reinstate, .rollout, .flows, .webhook, .appKey, .operators, .batch: break
    }
    return nil
  }

  private mutating func add(_ imported: ImportedSession) -> JournalFailure? {
    let row = imported.session.session
    guard sessions[row.id] == nil else { return .damaged("the session exists") }
    if let key = row.metadata.key, let taken = session(withKey: key, of: row.app) { return .keyTaken(taken) }
    if let record = imported.record, let failure = insert(record) { return failure }
    var rows = Rows(imported.session)
    rows.history = imports.removeValue(forKey: row.id) ?? []
    rows.timers = Dictionary(uniqueKeysWithValues: imported.timers.map { ($0.id, $0) })
    rows.tokens = imported.tokens
    sessions[row.id] = rows
    for call in imported.calls { perform(.ask(call)) }
    for record in imported.idempotencyRecords { _ = insert(record) }
    return nil
  }

  private mutating func append(_ change: Change) -> JournalFailure? {
    let id = change.session
    if let first = unwritten[id] {
      guard change.revision <= first else { return .unavailable("the revision before was not written") }
      unwritten[id] = nil
    }
    guard let rows = sessions[id] else { return .damaged("the session does not exist") }
    guard change.revision == rows.revision + 1 else { return .damaged("revision \(change.revision) does not follow") }
    for case .remove(let id) in change.messages where !messages.contains(where: { $0.id == id }) { return .overtaken }
    if let answer = change.record, let failure = insert(answer) { return failure }
    sessions[id]?.history.append(change)
    for step in change.timers { sessions[id]?.perform(step) }
    for step in change.messages { perform(step, of: change) }
    for step in change.calls { perform(step) }
    return nil
  }

  private mutating func perform(_ change: CallRowChange) {
    switch change {
    case .ask(let call):
      precondition(calls[call.key] == nil, "two calls have the same key")
      calls[call.key] = call
    case .end(let key):
      precondition(calls[key] != nil, "a call was ended twice")
      calls[key] = nil
    }
  }

  private mutating func perform(_ step: MessageStep, of change: Change) {
    switch step {
    case .send(let message):
      lastMessage += 1
      let row = MessageRow(
        id: lastMessage, sender: change.session, recipient: recipient(of: message, from: change.session),
        action: message.action, at: change.at, chain: message.chain)
      messages.append(row)
    case .remove(let id): messages.removeAll { $0.id == id }
    }
  }

  private func recipient(of message: OutgoingMessage, from sender: SessionID) -> SessionID {
    switch message.recipient {
    case .id(let id): id
    case .key(let key): sessions[sender].flatMap { session(withKey: key, of: $0.session.app) } ?? .unknownRecipient
    }
  }

  private mutating func delete(_ id: SessionID, _ deletion: Deletion) {
    if let rows = sessions.removeValue(forKey: id) {
      tombstones[id] = Tombstone(tokenHash: rows.session.tokenHash, hasExpired: deletion.expiry != nil)
    }
    messages.removeAll { $0.recipient == id }
    calls = calls.filter { $0.value.session != id }
    answers = answers.filter { $0.key.session != id }
    unwritten[id] = nil
  }

  private mutating func insert(_ answer: IdempotencyRecord) -> JournalFailure? {
    if idempotencyRecord(for: answer.key, of: answer.session) != nil { return .damaged("the key has an answer") }
    answers[AnswerKey(answer.session, answer.key)] = answer
    return nil
  }

  // MARK: Answers

  /// Returns the response for an idempotency key, unless it has expired.
  package func idempotencyRecord(for key: String, of session: SessionID?) -> IdempotencyRecord? {
    answers[AnswerKey(session, key)].flatMap { isCurrent($0) ? $0 : nil }
  }

  /// Returns the responses of a session without their bodies.
  package func idempotencyRecords(of id: SessionID) -> [IdempotencyRecord] {
    answers.values.filter { $0.session == id && isCurrent($0) }.sorted { $0.key < $1.key }.map { answer in
      IdempotencyRecord(
        session: id, key: answer.key, fingerprint: answer.fingerprint, status: answer.status,
        revision: answer.revision, body: nil, at: answer.at)
    }
  }

  private func isCurrent(_ answer: IdempotencyRecord) -> Bool {
    answer.at > now() - SessionLimits().idempotencyLifetime
  }
}

extension MemoryTables.Rows {
  fileprivate mutating func perform(_ step: TimerStep) {
    switch step {
    case .set(let row):
      precondition(timers[row.id] == nil, "two timers have the same id")
      timers[row.id] = row
    case .remove(let id): timers[id] = nil
    }
  }
}

extension Change {
  /// Whether it begins with the end of a recurring timer.
  fileprivate var endsRecurrence: Bool {
    let first = (try? JSONValue(parsing: Array(text[edits])))?.arrayValue?.first?.arrayValue ?? []
    return first.first == "unschedule" && first.last?["recurrence"] != nil
  }
}
