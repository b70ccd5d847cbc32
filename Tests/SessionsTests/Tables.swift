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
    /// The rows at the creation of the session.
    let beginning: Projection
    var session: SessionRow
    var containers: [String: ContainerRow]
    var screens: [String: ScreenRow]
    var changes: [Change] = []
    var timers: [String: TimerRow] = [:]
    var tokens = SessionTokens()
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
      let projection = new.rows
      let metadata = projection.session.metadata
      if let key = metadata.key, let taken = session(withKey: key, of: projection.session.app) {
        return .keyTaken(taken)
      }
      sessions[projection.session.id] = Rows(
        beginning: projection, session: projection.session,
        containers: Dictionary(uniqueKeysWithValues: projection.containers.map { ($0.id, $0) }),
        screens: Dictionary(uniqueKeysWithValues: projection.screens.map { ($0.id, $0) }))
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
      let session = imported.session
      guard sessions[session.session.id] == nil else { return .damaged("the session is there") }
      sessions[session.session.id] = Rows(
        beginning: session, session: session.session,
        containers: Dictionary(uniqueKeysWithValues: session.containers.map { ($0.id, $0) }),
        screens: Dictionary(uniqueKeysWithValues: session.screens.map { ($0.id, $0) }),
        changes: imports.removeValue(forKey: session.session.id) ?? [],
        timers: Dictionary(uniqueKeysWithValues: imported.timers.map { ($0.id, $0) }))
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
    case .probe, .define, .withdraw, .reinstate, .webhook, .appKey, .batch: return nil
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

  mutating func apply(_ projection: Projection) {
    let id = projection.session.id
    guard var rows = sessions[id] else { return }
    let former = rows.session
    rows.session = projection.session
    // A projection does not change these columns.
    rows.session.undoState.oldest = former.undoState.oldest
    rows.session.tokenHash = former.tokenHash
    rows.session.metadata = former.metadata
    for screen in projection.removedScreens { rows.screens[screen] = nil }
    for container in projection.removedContainers { rows.containers[container] = nil }
    for container in projection.containers { rows.containers[container.id] = container }
    for screen in projection.screens { rows.screens[screen.id] = screen }
    sessions[id] = rows
  }
}
