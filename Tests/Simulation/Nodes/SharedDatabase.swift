import Sessions
import TestSupport

/// The database that all nodes of a simulation share: each call is one transaction.
struct SharedDatabase {
  /// The columns of a session's row that only several nodes have.
  struct Row {
    var token: CommitToken
    /// The token of the creation.
    let created: CommitToken
    var header: SessionHeader
    /// The tokens of the changes by revision.
    var changes: [Int: CommitToken] = [:]
    var lease: Lease?
    /// The node that has the session reserved; nil: none.
    var reservedBy: Int?
  }

  private(set) var tables: MemoryTables
  private(set) var rows: [SessionID: Row] = [:]
  /// The sessions whose pruned revisions a change has made available again.
  private(set) var restored: Set<SessionID> = []
  /// Whether writes compare the session's token. false: a control that must fail.
  let comparesTokens: Bool
  /// Whether the time of the database decides which sessions expire. false: a control that must fail.
  let decidesExpiry: Bool
  private let now: @Sendable () -> Int64
  /// The sessions that have expired, with the milliseconds since they were due.
  private var expired: [(SessionID, age: Int64)] = []

  init(comparesTokens: Bool, decidesExpiry: Bool, now: @escaping @Sendable () -> Int64) {
    self.comparesTokens = comparesTokens
    self.decidesExpiry = decidesExpiry
    self.now = now
    tables = MemoryTables(now: now)
  }

  mutating func takeExpired() -> [(SessionID, age: Int64)] {
    defer { expired = [] }
    return expired
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
    guard let row = rows[commit.session] else { return false }
    return row.token == commit.token || row.created == commit.token || row.changes.values.contains(commit.token)
  }

  /// - Returns: false when the key has an answer.
  mutating func insert(creation record: IdempotencyRecord) -> Bool { tables.apply(.record(record)) == nil }

  private mutating func perform(_ write: Write, _ commit: SessionCommit) -> JournalFailure? {
    switch write {
    case .create(_, let record): return create(by: write, record, commit)
    case .add(let imported): return create(by: write, imported.record, commit)
    case .begin(let imported, let first, _):
      let changes = Dictionary(uniqueKeysWithValues: first.map { ($0.revision, commit.token) })
      return create(by: write, imported.record, commit, changes: changes)
    case .dismiss where commit.basis == nil: return tables.apply(write)
    default:
      guard let row = rows[commit.session] else { return .overtaken }
      if comparesTokens, let basis = commit.basis, basis != row.token { return .overtaken }
      if let failure = change(row, by: write, commit) { return failure }
      rows[commit.session]?.token = commit.token
      return nil
    }
  }

  private mutating func create(
    by write: Write, _ record: IdempotencyRecord?, _ commit: SessionCommit, changes: [Int: CommitToken] = [:]
  ) -> JournalFailure? {
    guard let header = commit.row else { preconditionFailure("a creation comes with the session's row") }
    if let record, tables.idempotencyRecord(for: record.key, of: nil) != nil { return .overtaken }
    if let failure = tables.apply(write) { return failure }
    rows[commit.session] = Row(token: commit.token, created: commit.token, header: header, changes: changes)
    return nil
  }

  private mutating func change(_ row: Row, by write: Write, _ commit: SessionCommit) -> JournalFailure? {
    let id = commit.session
    switch write {
    case .change(let change, _):
      guard let header = commit.row else { preconditionFailure("a change comes with the session's row") }
      if let failure = tables.apply(write) { return failure }
      if let oldest = tables.sessions[id]?.oldest, oldest > header.undoState.oldest { restored.insert(id) }
      tables.setOldest(header.undoState.oldest, of: id)
      rows[id]?.header = header
      rows[id]?.changes[change.revision] = commit.token
    case .lease(_, let lease): rows[id]?.lease = lease
    // A load finds changes that were pruned before the snapshot had them.
    case .prune(_, let revision): tables.setOldest(revision, of: id)
    case .delete(_, let deletion):
      if let age = deletion.expiry?.age {
        let sinceDue = now() - row.header.activeAt - age
        if decidesExpiry, sinceDue < 0 { return .overtaken }
        expired.append((id, sinceDue))
      }
      rows[id] = nil
      return tables.apply(write)
    default: return tables.apply(write)
    }
    return nil
  }

  mutating func store(_ snapshot: StateSnapshot) {
    let (id, revision) = (snapshot.session.id, snapshot.session.revision)
    guard let stored = tables.sessions[id], stored.session.revision < revision,
      rows[id]?.changes[revision] == snapshot.revisionToken
    else { return }
    tables.store(snapshot)
    // The row has it, and is not written with a snapshot.
    tables.setOldest(stored.oldest, of: id)
  }

  mutating func reserve(_ id: SessionID, for node: Int) -> Bool {
    guard let row = rows[id] else { return true }
    guard row.reservedBy ?? node == node else { return false }
    rows[id]?.reservedBy = node
    return true
  }

  mutating func release(_ id: SessionID) { rows[id]?.reservedBy = nil }

  mutating func releaseAll(of node: Int) {
    for (id, row) in rows where row.reservedBy == node { rows[id]?.reservedBy = nil }
  }

  // MARK: Reads

  /// Returns the sessions that have more revisions than a query allows, whatever revision their snapshots have.
  func excess(_ query: ExcessQuery) -> ExcessPage {
    var page = ExcessPage()
    for (id, row) in rows.sorted(by: { $0.key.text < $1.key.text }) where query.partitions?.contains(id) ?? true {
      let (cut, oldest) = (row.header.revision - query.revisions + 1, tables.sessions[id]?.oldest ?? 1)
      if cut > oldest { page.items.append(Excess(session: id, oldest: oldest, cut: cut)) }
    }
    return page
  }

  func load(_ id: SessionID) -> StoredSession? {
    var stored = tables.stored(id)
    stored?.position = rows[id]?.position
    stored?.oldest = tables.sessions[id]?.oldest
    stored?.lease = rows[id]?.lease
    return stored
  }

  func news(of id: SessionID, since known: SessionPosition) -> SessionNews? {
    guard let row = rows[id], let stored = tables.sessions[id] else { return .gone }
    guard row.token != known.token else { return nil }
    let base = known.revision >= stored.oldest ? row.changes[known.revision] : nil
    guard base ?? row.created == known.revisionToken else { return .replaced }
    return .changed(
      NewCommits(
        position: row.position, changes: tables.past(of: id).filter { $0.revision > known.revision },
        oldest: stored.oldest, historyBytes: row.header.historyBytes, tokenHash: stored.session.tokenHash,
        tokens: stored.tokens, key: stored.session.metadata.key, labels: stored.session.metadata.labels,
        lease: row.lease, calls: tables.calls(.session(id)).map(\.waiting),
        idempotencyRecords: tables.idempotencyRecords(of: id).filter { $0.revision >= known.revision }))
  }
}

extension SharedDatabase.Row {
  var position: SessionPosition {
    SessionPosition(token: token, revision: header.revision, revisionToken: changes[header.revision] ?? created)
  }
}
