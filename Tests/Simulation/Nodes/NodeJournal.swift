import Sessions

/// The journal of one node on the shared database. Each statement is sent, executed and answered in separate tasks,
/// between which others run.
///
/// Invariant of `@unchecked Sendable`: one thread runs a simulation.
final class NodeJournal: SharedJournal, @unchecked Sendable {
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
    _ write: Write, as commit: SessionCommit, settled: @escaping @Sendable (JournalFailure?) -> Void
  ) -> Bool {
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

  func submit(_ write: Write, settled: @escaping @Sendable (JournalFailure?) -> Void) -> Bool {
    guard case .keep(let record) = write else { preconditionFailure("no client of this simulation causes \(write)") }
    later { [self] in
      if let failure = clock.failure { return later { settled(failure) } }
      let isKept = world.database.keep(creation: record)
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
    world.noteExpired()
    if failure == nil { world.announce(chain.map(\.commit.session), from: node) }
    return failure
  }

  func reserve(
    _ session: SessionID, since position: SessionPosition,
    reserved: @escaping @Sendable (Result<(SessionReservation, SessionNews?), JournalFailure>) -> Void
  ) {
    later { [self] in
      guard world.database.reserve(session, for: node) else {
        return reserve(session, since: position, reserved: reserved)
      }
      lastReservation += 1
      let reservation = SessionReservation(lastReservation)
      reservations[reservation] = (session, [])
      let news = world.database.news(of: session, since: position)
      later { reserved(.success((reservation, news))) }
    }
  }

  func end(_ reservation: SessionReservation) {
    later { [self] in
      guard let (session, writes) = reservations.removeValue(forKey: reservation) else { return }
      commit(writes, onLane: 6)
      world.database.release(session)
    }
  }

  func project(_ owner: any Projecting, settled: @escaping @Sendable (JournalFailure?) -> Void) {
    later { [self] in
      if let projection = owner.takeProjection() { world.database.project(projection) }
      later { settled(nil) }
    }
  }

  // MARK: Checks and hints

  func check(
    _ known: [SessionID: SessionPosition],
    checked: @escaping @Sendable (Result<FreshnessReport, JournalFailure>) -> Void
  ) {
    read { [self] in
      if let failure = clock.failure { return read { checked(.failure(failure)) } }
      var news: [SessionID: SessionNews] = [:]
      for (id, position) in known where isCompared(id) { news[id] = world.database.news(of: id, since: position) }
      let report = FreshnessReport(news: news, editions: CatalogueEditions())
      read { checked(.success(report)) }
    }
  }

  private func isCompared(_ id: SessionID) -> Bool {
    switch world.settings.checks {
    case .always: true
    case .never: false
    case .hintedOnly: hinted.remove(id) != nil
    }
  }

  func hear(_ ids: [SessionID]) {
    hinted.formUnion(ids)
    onHints?([.sessions(ids)])
  }

  func take(_ membership: Membership) { onMembership?(membership) }

  func announceHints(to listener: @escaping @Sendable ([NodeHint]) -> Void) { onHints = listener }

  func announceMembership(to listener: @escaping @Sendable (Membership) -> Void) {
    onMembership = listener
    listener(world.membership(of: node))
  }

  // MARK: Reads

  func load(_ id: SessionID, loaded: @escaping @Sendable (Result<StoredSession?, JournalFailure>) -> Void) {
    read(loaded) { $0.load(id) }
  }

  func identity(of id: SessionID, read told: @escaping @Sendable (Result<SessionIdentity?, JournalFailure>) -> Void) {
    read(told) { database in
      database.sessions[id].map { rows in
        SessionIdentity(
          app: rows.snapshot.session.app, appVersion: rows.row.appVersion, tokenHash: rows.tokenHash,
          tokens: rows.tokens)
      }
    }
  }

  func answer(
    to key: String, of session: SessionID?,
    read told: @escaping @Sendable (Result<IdempotencyRecord?, JournalFailure>) -> Void
  ) {
    read(told) { database in
      session.map { database.sessions[$0]?.answers[key] } ?? database.creations[key]
    }
  }

  func past(_ query: PastQuery, read told: @escaping @Sendable (Result<PastPage, JournalFailure>) -> Void) {
    read(told) { PastPage(changes: $0.past(query), next: nil) }
  }

  func excess(_ query: ExcessQuery, read told: @escaping @Sendable (Result<ExcessPage, JournalFailure>) -> Void) {
    read(told) { $0.excess(query) }
  }

  func timers(_ query: TimerQuery, read told: @escaping @Sendable (Result<[DueTimer], JournalFailure>) -> Void) {
    read(told) { $0.timers(query) }
  }

  func messages(_ query: MessageQuery, read told: @escaping @Sendable (Result<MessagePage, JournalFailure>) -> Void) {
    read(told) { MessagePage(messages: $0.messages(query), next: nil) }
  }

  func expired(_ query: ExpiryQuery, read told: @escaping @Sendable (Result<ExpiryPage, JournalFailure>) -> Void) {
    read(told) { $0.unchanged(query) }
  }

  func calls(_ query: CallQuery, read told: @escaping @Sendable (Result<[CallRow], JournalFailure>) -> Void) {
    told(.success([]))
  }

  var mailboxes: Mailboxes? { nil }
  var lastEvent: Int64 { 0 }
  var behind: [SessionID] { [] }

  private func read<Value: Sendable>(
    _ told: @escaping @Sendable (Result<Value, JournalFailure>) -> Void,
    _ body: @escaping @Sendable (SharedDatabase) -> Value
  ) {
    read { [self] in
      if let failure = clock.failure { return read { told(.failure(failure)) } }
      let value = body(world.database)
      read { told(.success(value)) }
    }
  }

  /// Runs a task on the connection that writes.
  private func later(_ body: @escaping @Sendable () -> Void) {
    world.add(to: NodesSimulation.SerialQueue(node: node, number: 0), body)
  }

  /// Runs a task on one of the connections that read.
  private func read(_ body: @escaping @Sendable () -> Void) {
    world.add(to: NodesSimulation.SerialQueue(node: node, number: world.chance.upTo(3)), body)
  }
}

// The clients of this simulation do not use the following methods.
extension NodeJournal {
  private var unused: Never { preconditionFailure("no client of this simulation asks for this") }

  func history(
    _ query: HistoryPageQuery, read: @escaping @Sendable (Result<ItemPage<HistoryItem>, JournalFailure>) -> Void
  ) { unused }
  func outputs(_ query: OutputQuery, read: @escaping @Sendable (Result<ItemPage<OutputItem>, JournalFailure>) -> Void) {
    unused
  }
  func tombstone(of id: SessionID, read: @escaping @Sendable (Result<Tombstone?, JournalFailure>) -> Void) { unused }
  func session(
    withKey key: String, of app: String, read: @escaping @Sendable (Result<SessionID?, JournalFailure>) -> Void
  ) { unused }
  func session(withCode hash: [UInt8], read: @escaping @Sendable (Result<SessionID?, JournalFailure>) -> Void) {
    unused
  }
  func sessions(_ query: SummaryQuery, read: @escaping @Sendable (Result<[SessionSummary], JournalFailure>) -> Void) {
    unused
  }
  func appEvents(_ query: AppEventQuery, read: @escaping @Sendable (Result<AppEventPage, JournalFailure>) -> Void) {
    unused
  }
  func announceEvents(to listener: @escaping @Sendable () -> Void) { unused }
  func backUp(_ made: @escaping @Sendable (BackingUp) -> Void) { unused }
  func apps(read: @escaping @Sendable (Result<[StoredApp], JournalFailure>) -> Void) { unused }
  func appKeys(read: @escaping @Sendable (Result<[StoredAppKey], JournalFailure>) -> Void) { unused }
  func batches(read: @escaping @Sendable (Result<[StoredBatch], JournalFailure>) -> Void) { unused }
  func write(_ change: PresenceWrite, settled: @escaping @Sendable (JournalFailure?) -> Void) { unused }
  func presences(
    of sessions: [SessionID], read: @escaping @Sendable (Result<[SessionID: StoredPresences], JournalFailure>) -> Void
  ) {
    // The simulation has no listed listener and no presence report.
    read(.success([:]))
  }
  func add(_ ticket: StoredTicket, settled: @escaping @Sendable (JournalFailure?) -> Void) { unused }
  func redeemTicket(
    _ hash: [UInt8], of session: SessionID,
    taken: @escaping @Sendable (Result<StoredTicket?, JournalFailure>) -> Void
  ) { unused }
}
