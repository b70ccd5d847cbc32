import Sessions

/// The database that all nodes of a simulation share: each call is one transaction.
struct SharedDatabase {
  /// A session's rows.
  struct Rows {
    var token: CommitToken
    /// The token of the creation.
    let created: CommitToken
    var row: SessionHeader
    /// The oldest available revision.
    var oldest: Int
    var snapshot: StateSnapshot
    /// All changes, also those that were pruned.
    var changes: [(change: Change, token: CommitToken)] = []
    var tokenHash: [UInt8]
    var tokens = SessionTokens()
    var labels: [String: String]
    var lease: Lease?
    var timers: [String: TimerRow] = [:]
    var idempotencyRecords: [String: IdempotencyRecord] = [:]
    /// The node that has the session reserved; nil: none.
    var reservedBy: Int?
  }

  private(set) var sessions: [SessionID: Rows] = [:]
  /// The sessions whose pruned revisions a change has made available again.
  private(set) var restored: Set<SessionID> = []
  private(set) var messages: [(row: MessageRow, revision: Int, number: Int)] = []
  private(set) var creations: [String: IdempotencyRecord] = [:]
  private var lastMessage: Int64 = 0
  /// Whether writes compare the session's token. false: a control that must fail.
  let comparesTokens: Bool
  /// Whether the time of the database decides which sessions expire. false: a control that must fail.
  let decidesExpiry: Bool
  /// Milliseconds since 1970, set before each transaction.
  var now: Int64 = 0
  /// The sessions that have expired, with the milliseconds since they were due.
  private var expired: [(SessionID, age: Int64)] = []

  init(comparesTokens: Bool, decidesExpiry: Bool) {
    self.comparesTokens = comparesTokens
    self.decidesExpiry = decidesExpiry
  }

  mutating func takeExpired() -> [(SessionID, age: Int64)] {
    defer { expired = [] }
    return expired
  }

  /// Returns the sessions that were not changed since a time.
  func unchanged(_ query: ExpiryQuery) -> ExpiryPage {
    guard case .unchanged(let time) = query.kind else { return ExpiryPage(items: []) }
    let found = sessions.filter { $0.value.row.updatedAt <= time && query.partitions?.contains($0.key) ?? true }
    let places = found.map { ExpiryPage.Item(time: $0.value.row.updatedAt, session: $0.key) }
    let rest = places.filter { place in
      query.after.map { ($0.time, $0.session.text) < (place.time, place.session.text) } ?? true
    }
    return ExpiryPage(
      items: Array(rest.sorted { ($0.time, $0.session.text) < ($1.time, $1.session.text) }.prefix(query.limit)))
  }

  // MARK: Writes

  /// Performs consecutive writes of a session as one transaction.
  ///
  /// - Returns: The failure of all of them.
  mutating func perform(_ writes: [(write: Write, commit: SessionCommit)]) -> JournalFailure? {
    let former = self
    for (write, commit) in writes {
      if let failure = perform(write, commit) {
        self = former
        return failure
      }
    }
    return nil
  }

  /// Whether a write is in the database, possibly followed by others.
  func has(_ commit: SessionCommit) -> Bool {
    guard let rows = sessions[commit.session] else { return false }
    return rows.token == commit.token || rows.created == commit.token
      || rows.changes.contains { $0.token == commit.token }
  }

  private mutating func perform(_ write: Write, _ commit: SessionCommit) -> JournalFailure? {
    let id = commit.session
    switch write {
    case .create(let session, let record):
      if let record, !insert(creation: record) { return .overtaken }
      create(session, [], commit)
      return nil
    case .add(let imported):
      if let record = imported.record, !insert(creation: record) { return .overtaken }
      create(imported.session, imported.timers, commit)
      return nil
    case .begin(let imported, let start, _):
      if let record = imported.record, !insert(creation: record) { return .overtaken }
      create(imported.session, imported.timers, commit)
      return append(start, commit)
    case .dismiss(let message) where commit.basis == nil:
      messages.removeAll { $0.row.id == message }
      return nil
    default: break
    }
    guard let rows = sessions[id] else { return .overtaken }
    if comparesTokens, let basis = commit.basis, basis != rows.token { return .overtaken }
    if let failure = change(id, by: write, commit) { return failure }
    sessions[id]?.token = commit.token
    return nil
  }

  private mutating func change(_ id: SessionID, by write: Write, _ commit: SessionCommit) -> JournalFailure? {
    switch write {
    case .change(let change, _): return append(change, commit)
    case .record(let record): sessions[id]?.idempotencyRecords[record.key] = record
    case .token(_, let hash): sessions[id]?.tokenHash = hash
    case .tokens(_, let tokens): sessions[id]?.tokens = tokens
    case .labels(_, let labels, _): sessions[id]?.labels = labels
    case .lease(_, let lease): sessions[id]?.lease = lease
    case .dismiss(let message): messages.removeAll { $0.row.id == message }
    case .prune(_, let revision): sessions[id]?.oldest = revision
    case .delete(_, let deletion):
      if let rows = sessions[id], let age = deletion.expiry?.age {
        let sinceDue = now - rows.row.updatedAt - age
        if decidesExpiry, sinceDue < 0 { return .overtaken }
        expired.append((id, sinceDue))
      }
      sessions[id] = nil
      messages.removeAll { $0.row.recipient == id }
    default: preconditionFailure("no client of this simulation causes \(write)")
    }
    return nil
  }

  private mutating func append(_ change: Change, _ commit: SessionCommit) -> JournalFailure? {
    guard let row = commit.row else { preconditionFailure("a change comes with the session's row") }
    let id = change.session
    for (number, step) in change.messages.enumerated() {
      switch step {
      case .remove(let message):
        guard !comparesTokens || messages.contains(where: { $0.row.id == message }) else { return .overtaken }
        messages.removeAll { $0.row.id == message }
      case .send(let message):
        guard case .id(let recipient) = message.recipient, sessions[recipient] != nil else { continue }
        lastMessage += 1
        let row = MessageRow(
          id: lastMessage, sender: id, recipient: recipient, action: message.action, at: change.at,
          chain: message.chain)
        messages.append((row, change.revision, number))
      }
    }
    if let oldest = sessions[id]?.oldest, oldest > row.undoState.oldest { restored.insert(id) }
    sessions[id]?.row = row
    sessions[id]?.oldest = row.undoState.oldest
    // Without a comparison, a node replaces the changes of another node.
    sessions[id]?.changes.removeAll { $0.change.revision >= change.revision }
    sessions[id]?.changes.append((change, commit.token))
    for step in change.timers {
      switch step {
      case .set(let timer): sessions[id]?.timers[timer.id] = timer
      case .remove(let timer): sessions[id]?.timers[timer] = nil
      }
    }
    if let record = change.record { sessions[id]?.idempotencyRecords[record.key] = record }
    return nil
  }

  private mutating func create(_ snapshot: StateSnapshot, _ timers: [TimerRow], _ commit: SessionCommit) {
    guard let row = commit.row else { preconditionFailure("a creation comes with the session's row") }
    sessions[commit.session] = Rows(
      token: commit.token, created: commit.token, row: row, oldest: row.undoState.oldest, snapshot: snapshot,
      tokenHash: snapshot.session.tokenHash, labels: snapshot.session.metadata.labels,
      timers: Dictionary(uniqueKeysWithValues: timers.map { ($0.id, $0) }))
  }

  /// - Returns: false when the key has an answer.
  mutating func insert(creation record: IdempotencyRecord) -> Bool {
    guard creations[record.key] == nil else { return false }
    creations[record.key] = record
    return true
  }

  mutating func store(_ snapshot: StateSnapshot) {
    let (id, revision) = (snapshot.session.id, snapshot.session.revision)
    guard let rows = sessions[id], rows.snapshot.session.revision < revision,
      rows.changes.contains(where: { $0.change.revision == revision && $0.token == snapshot.revisionToken })
    else { return }
    sessions[id]?.snapshot = snapshot
  }

  mutating func reserve(_ id: SessionID, for node: Int) -> Bool {
    guard let rows = sessions[id] else { return true }
    guard rows.reservedBy ?? node == node else { return false }
    sessions[id]?.reservedBy = node
    return true
  }

  mutating func release(_ id: SessionID) { sessions[id]?.reservedBy = nil }

  mutating func releaseAll(of node: Int) {
    for (id, rows) in sessions where rows.reservedBy == node { sessions[id]?.reservedBy = nil }
  }

  // MARK: Reads

  /// Returns the sessions that have more revisions than a query allows.
  func excess(_ query: ExcessQuery) -> ExcessPage {
    var page = ExcessPage()
    for (id, rows) in sessions.sorted(by: { $0.key.text < $1.key.text }) where query.partitions?.contains(id) ?? true {
      let cut = rows.row.revision - query.revisions + 1
      if cut > rows.oldest { page.items.append(Excess(session: id, oldest: rows.oldest, cut: cut)) }
    }
    return page
  }

  func load(_ id: SessionID) -> StoredSession? {
    guard let rows = sessions[id] else { return nil }
    var session = rows.snapshot.session
    session.undoState.oldest = min(rows.oldest, session.revision)
    session.tokenHash = rows.tokenHash
    session.metadata.labels = rows.labels
    let later = rows.changes.map(\.change).filter { $0.revision > session.revision }
    return StoredSession(
      session: session, navigation: Array(rows.snapshot.navigation),
      changes: later.map { change in
        StoredChange(
          revision: change.revision, at: change.at, edits: Array(change.text[change.edits]),
          outputs: Array(change.text[change.outputs]), stateOf: change.stateOf)
      }, idempotencyRecords: Array(rows.idempotencyRecords.values), timers: Array(rows.timers.values),
      tokens: rows.tokens,
      position: rows.position, oldest: rows.oldest, lease: rows.lease)
  }

  func news(of id: SessionID, since known: SessionPosition) -> SessionNews? {
    guard let rows = sessions[id] else { return .gone }
    guard rows.token != known.token else { return nil }
    let base = rows.kept.first { $0.change.revision == known.revision }?.token ?? rows.created
    guard base == known.revisionToken else { return .replaced }
    return .changed(
      NewCommits(
        position: rows.position,
        changes: rows.kept.map(\.change).filter { $0.revision > known.revision }.map(PastChange.init),
        oldest: rows.oldest, historyBytes: rows.row.historyBytes, tokenHash: rows.tokenHash,
        tokens: rows.tokens, key: rows.snapshot.session.metadata.key, labels: rows.labels, lease: rows.lease, calls: [],
        idempotencyRecords: rows.idempotencyRecords.values.filter { $0.revision >= known.revision }))
  }

  func past(_ query: PastQuery) -> [PastChange] {
    let changes = (sessions[query.session]?.kept ?? []).map(\.change)
    switch query.selection {
    case .ascending(let range): return changes.filter { range.contains($0.revision) }.map(PastChange.init)
    case .descending(let range): return changes.reversed().filter { range.contains($0.revision) }.map(PastChange.init)
    case .undoPath, .listed: preconditionFailure("no client of this simulation moves through the history")
    }
  }

  func timers(_ query: TimerQuery) -> [DueTimer] {
    sessions.filter { query.partitions?.contains($0.key) ?? true }.flatMap { id, rows in
      rows.timers.values.map { DueTimer(fireAt: $0.fireAt, session: id, timer: $0.id) }
    }
    .filter { $0.fireAt <= query.until }
    .sorted { ($0.fireAt, $0.session.text, $0.timer) < ($1.fireAt, $1.session.text, $1.timer) }
    .prefix(query.limit).map(\.self)
  }

  /// Returns the first message of each sender to each recipient.
  func messages(_ query: MessageQuery) -> [MessageRow] {
    var first: [[SessionID]: (row: MessageRow, revision: Int, number: Int)] = [:]
    for message in messages where query.partitions?.contains(message.row.recipient) ?? true {
      let channel = [message.row.sender, message.row.recipient]
      if let known = first[channel], (known.revision, known.number) < (message.revision, message.number) { continue }
      first[channel] = message
    }
    return first.values.map(\.row).sorted { $0.id < $1.id }.prefix(query.limit).map(\.self)
  }
}

extension SharedDatabase.Rows {
  /// The changes that were not pruned. A load still needs those after the snapshot.
  var kept: ArraySlice<(change: Change, token: CommitToken)> {
    changes.drop { $0.change.revision < oldest }
  }

  var position: SessionPosition {
    SessionPosition(token: token, revision: row.revision, revisionToken: changes.last?.token ?? created)
  }
}

extension PastChange {
  fileprivate init(_ change: Change) {
    self.init(
      revision: change.revision, at: change.at, origin: change.origin, action: Array(change.text[change.action]),
      edits: Array(change.text[change.edits]), outputs: Array(change.text[change.outputs]),
      refused: change.refused.map { Array(change.text[$0]) }, stateOf: change.stateOf, base: nil)
  }
}
