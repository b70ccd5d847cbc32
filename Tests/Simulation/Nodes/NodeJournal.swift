import Sessions

/// The journal of one node on the shared database. Each statement is sent, executed and answered in separate tasks,
/// between which others run.
///
/// Invariant of `@unchecked Sendable`: one thread runs a simulation.
final class NodeJournal: Journal, @unchecked Sendable {
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
        let isLocked = world.database.sessions[id]?.reservedBy != nil
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
    world.database.now = world.now
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
    try await read { [self] database in
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
    try await read { $0.load(id) }
  }

  func identity(of id: SessionID) async throws(JournalFailure) -> SessionIdentity? {
    try await read { database in
      database.sessions[id].map { rows in
        SessionIdentity(
          app: rows.snapshot.session.app, appVersion: rows.row.appVersion, tokenHash: rows.tokenHash,
          tokens: rows.tokens)
      }
    }
  }

  func idempotencyRecord(for key: String, of session: SessionID?) async throws(JournalFailure) -> IdempotencyRecord? {
    try await read { database in
      session.map { database.sessions[$0]?.idempotencyRecords[key] } ?? database.creations[key]
    }
  }

  func past(_ query: PastQuery) async throws(JournalFailure) -> PastPage {
    try await read { PastPage(changes: $0.past(query), next: nil) }
  }

  func excess(_ query: ExcessQuery) async throws(JournalFailure) -> ExcessPage {
    try await read { $0.excess(query) }
  }

  func timers(_ query: TimerQuery) async throws(JournalFailure) -> [DueTimer] {
    try await read { $0.timers(query) }
  }

  func messages(_ query: MessageQuery) async throws(JournalFailure) -> MessagePage {
    try await read { MessagePage(messages: $0.messages(query), next: nil) }
  }

  func expired(_ query: ExpiryQuery) async throws(JournalFailure) -> ExpiryPage {
    try await read { $0.unchanged(query) }
  }

  func calls(_ query: CallQuery) async -> [CallRow] { [] }

  var mailboxes: Mailboxes? { nil }
  var lastEvent: Int64 { 0 }
  var behind: [SessionID] { [] }

  private func read<Value>(_ body: (SharedDatabase) -> Value) async throws(JournalFailure) -> Value {
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

// The clients of this simulation do not use the following methods.
extension NodeJournal {
  private var unused: Never { preconditionFailure("no client of this simulation asks for this") }

  func history(_ query: HistoryPageQuery) async -> ItemPage<HistoryItem> { unused }
  func outputs(_ query: OutputQuery) async -> ItemPage<OutputItem> { unused }
  func tombstone(of id: SessionID) async -> Tombstone? { unused }
  func session(withKey key: String, of app: String) async -> SessionID? { unused }
  func session(withCode hash: [UInt8]) async -> SessionID? { unused }
  func sessions(_ query: SummaryQuery) async -> [SessionSummary] { unused }
  func appEvents(_ query: AppEventQuery) async -> AppEventPage { unused }
  func announceEvents(to listener: @escaping @Sendable () -> Void) { unused }
  func backUp() async -> BackingUp { unused }
  func write(_ change: PresenceWrite) async { unused }
  /// The simulation has no listed listener and no presence report.
  func presences(of sessions: [SessionID]) async -> [SessionID: StoredPresences] { [:] }
  func add(_ ticket: StoredTicket) async { unused }
  func redeemTicket(_ hash: [UInt8], of session: SessionID) async -> StoredTicket? { unused }
}
