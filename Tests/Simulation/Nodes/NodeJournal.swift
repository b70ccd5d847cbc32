import Sessions
import TestSupport

/// The journal of one node on the shared database. Each statement is sent, executed and answered in separate tasks,
/// between which others run.
///
/// Invariant of `@unchecked Sendable`: one thread runs a simulation.
final class NodeJournal: TableJournal, @unchecked Sendable {
  var isExclusive: Bool { false }

  private let node: Int
  private let clock: NodeClock
  private unowned let world: NodesSimulation
  private var queue: [Submission] = []
  private var isCommitting = false
  private var reservations: [SessionReservation: (session: SessionID, writes: [Submission])] = [:]
  private var lastReservation: Int64 = 0
  private var onHints: (@Sendable ([NodeHint]) -> Void)?
  private var onMembership: (@Sendable (Membership) -> Void)?
  /// The sessions with a hint since their last check.
  private var hinted: Set<SessionID> = []

  struct Submission {
    let write: Write
    let commit: SessionCommit
    let settled: @Sendable (JournalFailure?) -> Void
  }

  init(_ node: Int, _ clock: NodeClock, in world: NodesSimulation) {
    self.node = node
    self.clock = clock
    self.world = world
  }

  // MARK: Writes

  func submit(
    _ write: Write, as commit: SessionCommit?, settled: @escaping @Sendable (JournalFailure?) -> Void
  ) -> Bool {
    guard let commit else { return record(write, settled: settled) }
    if case .change(let change, _) = write, abs(change.at - world.now) > 10 {
      world.fail("n\(node) dates a change of \(change.session.text) \(change.at - world.now) ms ahead")
    }
    let submission = Submission(write: write, commit: commit, settled: settled)
    if let reservation = commit.reservation, reservations[reservation] != nil {
      reservations[reservation]?.writes.append(submission)
      return true
    }
    queue.append(submission)
    proceed()
    return true
  }

  private func record(_ write: Write, settled: @escaping @Sendable (JournalFailure?) -> Void) -> Bool {
    guard case .record(let record) = write else { preconditionFailure("no client of this simulation causes \(write)") }
    later { [self] in
      if let failure = clock.failure { return later { settled(failure) } }
      let isKept = world.database.insert(creation: record)
      later { settled(isKept ? nil : .overtaken) }
    }
    return true
  }

  /// Commits all waiting writes, once the previous batch is settled.
  private func proceed() {
    guard !isCommitting, !queue.isEmpty else { return }
    isCommitting = true
    later { [self] in
      let batch = queue
      queue = []
      var chains: [SessionID: [Submission]] = [:]
      for submission in batch { chains[submission.commit.session, default: []].append(submission) }
      // A write waits while its session is reserved, also by its own node, which has another connection for it.
      for (id, chain) in chains.sorted(by: { $0.key.text < $1.key.text }) {
        let isLocked = world.database.rows[id]?.reservedBy != nil
        if isLocked { queue += chain } else { commit(chain) }
      }
      later { [self] in
        isCommitting = false
        proceed()
      }
    }
  }

  /// Commits the writes of a session over a connection that may break.
  private func commit(_ chain: [Submission], onLane number: Int = 0) {
    let breaks = world.mayLoseConnection()
    var failure = clock.failure
    if failure != nil {
      // Nothing is sent.
    } else if breaks == .beforeCommit {
      failure = world.isResolved() ? perform(chain) : .unknown("the connection broke")
    } else {
      failure = perform(chain)
      // After a retry, each write is found by its token or by the token of a later write.
      if breaks == .afterCommit, failure == nil, !world.isResolved() { failure = .unknown("the connection broke") }
    }
    // A connection answers in the order of the writes.
    world.add(to: NodesSimulation.SerialQueue(node: node, number: number)) { [failure] in
      for submission in chain { submission.settled(failure) }
    }
  }

  private func perform(_ chain: [Submission]) -> JournalFailure? {
    var failure = world.database.perform(chain.map { ($0.write, $0.commit) })
    if failure == .overtaken, chain.allSatisfy({ world.database.has($0.commit) }) { failure = nil }
    world.recordExpired()
    if failure == nil { world.announce(chain.map(\.commit.session), from: node) }
    return failure
  }

  func reserve(
    _ session: SessionID, since position: SessionPosition
  ) async throws(JournalFailure) -> (SessionReservation, SessionNews?) {
    repeat { await turn() } while !world.database.reserve(session, for: node)
    lastReservation += 1
    let reservation = SessionReservation(lastReservation)
    reservations[reservation] = (session, [])
    let news = world.database.news(of: session, since: position)
    await turn()
    return (reservation, news)
  }

  func end(_ reservation: SessionReservation) {
    later { [self] in
      guard let (session, writes) = reservations.removeValue(forKey: reservation) else { return }
      commit(writes, onLane: 6)
      world.database.release(session)
    }
  }

  func storeSnapshot(of owner: any SnapshotOwner) async {
    await turn()
    if let snapshot = owner.takeSnapshot() { world.database.store(snapshot) }
    await turn()
  }

  // MARK: Checks and hints

  func check(_ known: [SessionID: SessionPosition]) async throws(JournalFailure) -> FreshnessReport {
    try await ask { [self] database in
      var news: [SessionID: SessionNews] = [:]
      for (id, position) in known where isCompared(id) { news[id] = database.news(of: id, since: position) }
      return FreshnessReport(news: news, editions: CatalogueEditions())
    }
  }

  private func isCompared(_ id: SessionID) -> Bool {
    switch world.settings.checks {
    case .always: true
    case .never: false
    case .hintedOnly: hinted.remove(id) != nil
    }
  }

  func receive(_ ids: [SessionID]) {
    hinted.formUnion(ids)
    onHints?([.sessions(ids)])
  }

  func update(_ membership: Membership) { onMembership?(membership) }

  func announceHints(to listener: @escaping @Sendable ([NodeHint]) -> Void) { onHints = listener }

  func announceMembership(to listener: @escaping @Sendable (Membership) -> Void) {
    onMembership = listener
    listener(world.membership(of: node))
  }

  // MARK: Reads

  func load(_ id: SessionID) async throws(JournalFailure) -> StoredSession? {
    try await ask { $0.load(id) }
  }

  func excess(_ query: ExcessQuery) async throws(JournalFailure) -> ExcessPage {
    try await ask { $0.excess(query) }
  }

  var mailboxes: Mailboxes? { nil }
  var behind: [SessionID] { [] }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (borrowing MemoryTables) -> Value
  ) async throws(JournalFailure) -> Value {
    try await ask { body($0.tables) }
  }

  private func ask<Value>(_ body: (SharedDatabase) -> Value) async throws(JournalFailure) -> Value {
    await readTurn()
    let result = clock.failure.map(Result.failure) ?? .success(body(world.database))
    await readTurn()
    return try result.get()
  }

  /// Runs a task on the connection that writes.
  private func later(_ body: @escaping @Sendable () -> Void) {
    world.add(to: NodesSimulation.SerialQueue(node: node, number: 0), body)
  }

  /// Waits for the turn of a task on the connection that writes.
  private func turn() async { await awaiting { [self] done in later { done(()) } } }

  /// Waits for the turn of a task on one of the connections that read.
  private func readTurn() async {
    await awaiting { [self] done in
      world.add(to: NodesSimulation.SerialQueue(node: node, number: world.chance.upTo(3))) { done(()) }
    }
  }
}
