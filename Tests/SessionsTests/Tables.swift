@testable import Sessions

/// The rows of a journal, and the writes that change them.
struct Tables: Sendable {
  let now: @Sendable () -> Int64
  private(set) var sessions: [SessionID: Rows] = [:]
  private(set) var tombstones: [SessionID: Tombstone] = [:]
  /// The messages in the order of their ids.
  private(set) var messages: [MessageRow] = []
  private(set) var lastMessage: Int64 = 0
  /// The calls by their keys.
  private(set) var calls: [String: CallRow] = [:]
  /// The changes of sessions that are being imported.
  private(set) var imports: [SessionID: [Change]] = [:]
  private(set) var answers: [AnswerKey: IdempotencyRecord] = [:]
  private var broken: [SessionID: Int] = [:]

  struct Rows: Sendable {
    /// The snapshot at the creation of the session.
    let beginning: StateSnapshot
    var snapshot: StateSnapshot
    var changes: [Change] = []
    var timers: [String: TimerRow] = [:]
    var tokens = SessionTokens()

    init(_ snapshot: StateSnapshot) {
      beginning = snapshot
      self.snapshot = snapshot
    }

    var session: SessionRow {
      get { snapshot.session }
      set { snapshot.session = newValue }
    }
  }

  struct AnswerKey: Hashable {
    let session: SessionID?
    let key: String
  }

  init(now: @escaping @Sendable () -> Int64) {
    self.now = now
  }

  /// Fails a write, and makes later writes that depend on it fail too.
  mutating func refuse(_ write: Write, _ failure: JournalFailure) -> JournalFailure {
    if case .change(let change, _) = write, broken[change.session] == nil { broken[change.session] = change.revision }
    return failure
  }

  mutating func apply(_ write: Write) -> JournalFailure? {
    switch write {
    case .create(let new, let record):
      let row = new.session
      if let key = row.metadata.key, let taken = session(withKey: key, of: row.app) { return .keyTaken(taken) }
      sessions[row.id] = Rows(new)
      return record.flatMap { insert($0) }
    case .change(let change, _): return append(change)
    case .record(let answer):
      if let session = answer.session, let first = broken[session], answer.revision >= first {
        return .unavailable("the answer speaks of a revision that was not written")
      }
      return insert(answer)
    case .delete(let id, let deletion):
      if let rows = sessions[id] {
        tombstones[id] = Tombstone(tokenHash: rows.session.tokenHash, hasExpired: deletion.expiry != nil)
      }
      sessions[id] = nil
      messages.removeAll { $0.recipient == id }
      calls = calls.filter { $0.value.session != id }
      broken[id] = nil
      answers = answers.filter { $0.key.session != id }
      return nil
    case .dismiss(let id):
      messages.removeAll { $0.id == id }
      return nil
    case .add(let imported):
      let id = imported.session.session.id
      guard sessions[id] == nil else { return .damaged("the session is there") }
      var rows = Rows(imported.session)
      rows.changes = imports.removeValue(forKey: id) ?? []
      rows.timers = Dictionary(uniqueKeysWithValues: imported.timers.map { ($0.id, $0) })
      sessions[id] = rows
      for call in imported.calls { perform(.ask(call)) }
      return imported.record.flatMap { insert($0) }
    case .begin(let session, let change, _):
      return apply(.add(session)) ?? append(change)
    case .importSlice(let slice):
      imports[slice.session] = (slice.isFirst ? [] : imports[slice.session] ?? []) + slice.changes
      return nil
    case .dropImport(let id, let revisions, let isLast):
      imports[id]?.removeAll { revisions.contains($0.revision) }
      if isLast { imports[id] = nil }
      return nil
    case .prune(let id, let revision):
      guard let session = sessions[id]?.session, session.revision >= revision else { return nil }
      sessions[id]?.session.undoState.oldest = max(session.undoState.oldest, revision)
      sessions[id]?.changes.removeAll { $0.revision < revision }
      return nil
    case .token(let id, let hash):
      sessions[id]?.session.tokenHash = hash
      return nil
    case .tokens(let id, let tokens):
      sessions[id]?.tokens = tokens
      return nil
    case .labels(let id, let labels, let key):
      sessions[id]?.session.metadata.labels = labels
      if let key { sessions[id]?.session.metadata.key = key.key }
      return nil
    case .deferCall(let key, let attempts, let failure, let due):
      calls[key]?.attempts = attempts
      calls[key]?.failure = failure
      calls[key]?.due = due
      return nil
    case .lease: preconditionFailure("a journal of one process stores no leases")
    case .probe, .define, .withdraw, .reinstate, .webhook, .appKey, .operators, .batch: return nil
    }
  }

  private mutating func append(_ change: Change) -> JournalFailure? {
    let id = change.session
    if let first = broken[id] {
      guard change.revision <= first else { return .unavailable("the revision before was not written") }
      broken[id] = nil
    }
    guard let rows = sessions[id] else { return .damaged("the session is not there") }
    guard change.revision == (rows.changes.last?.revision ?? rows.session.revision) + 1 else {
      return .damaged("revision \(change.revision) does not follow")
    }
    if let answer = change.record, let failure = insert(answer) { return failure }
    sessions[id]?.changes.append(change)
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
      messages.append(
        MessageRow(
          id: lastMessage, sender: change.session, recipient: message.recipient.id ?? SessionID(high: 0, low: 0),
          action: message.action, at: change.at,
          chain: message.chain))
    case .remove(let id):
      precondition(messages.contains { $0.id == id }, "a message was carried out twice")
      messages.removeAll { $0.id == id }
    }
  }

  private mutating func insert(_ answer: IdempotencyRecord) -> JournalFailure? {
    guard self.idempotencyRecord(for: answer.key, of: answer.session) == nil else {
      return .damaged("the key has an answer")
    }
    answers[AnswerKey(session: answer.session, key: answer.key)] = answer
    return nil
  }

  mutating func store(_ snapshot: StateSnapshot) {
    let id = snapshot.session.id
    guard let former = sessions[id]?.session else { return }
    var snapshot = snapshot
    // Other writes change these columns.
    snapshot.session.undoState.oldest = former.undoState.oldest
    snapshot.session.tokenHash = former.tokenHash
    snapshot.session.metadata = former.metadata
    sessions[id]?.snapshot = snapshot
  }
}
