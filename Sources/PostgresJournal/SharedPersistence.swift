import Support
import Sessions
import Synchronization

/// A journal on PostgreSQL that several servers share.
///
/// A writer commits on a thread with a connection. Others read, compare sessions in memory with their rows, lock sessions,
/// write snapshots, tell that this server lives, and pass hints. Call `close` before releasing the journal.
package final class SharedPersistence: Journal {
  package var isExclusive: Bool { false }

  /// Messages are not numbered.
  package var mailboxes: Mailboxes? { nil }

  let options: StoreOptions
  let source: ConnectionSource
  /// The time of the database.
  package let clock: StoreClock
  let counters = StoreCounters()
  let reads: ReadPool
  let heartbeat: Heartbeat
  private let writes: BlockingQueue<StoreWrite>
  private let checks: [BlockingQueue<Check>]
  private let nextCheck = Atomic<Int>(0)
  private let maintenance: BlockingQueue<Maintenance.Request>
  let presenceWrites: BlockingQueue<PresenceWriter.Job>
  private let reservations: Reservations
  let outbox: HintOutbox
  private let listener: NotificationListener
  private let follower: AppEventFollower
  private let workers = Mutex<[Worker]>([])

  struct Check: Sendable {
    let known: [SessionID: SessionPosition]
    let deadline: Deadline
    let checked: @Sendable (Result<FreshnessReport, JournalFailure>) -> Void
  }

  /// Opens a store, or throws an error that may pass. An empty database gets the schema.
  ///
  /// - Parameters:
  ///   - clock: Milliseconds since 1970, as the machine's wall clock shows.
  ///   - batching: Runs its argument, which calls the completions of all writes of one commit.
  ///   - onFailure: Called with the failure when writes begin to fail, and with nil when they succeed again.
  package init(
    _ options: StoreOptions, clock: @escaping WallClock,
    batching: @escaping Batching = { $0() },
    onFailure: @escaping @Sendable (JournalFailure?) -> Void = { _ in }
  ) throws(StoreError) {
    let source = try ConnectionSource(options)
    let schema = StoreSchema(source)
    if try schema.isAbsent() { _ = try schema.migrate() }
    try schema.check()
    guard let wakeup = EventFD(), let events = EventFD() else { throw .configuration("no descriptor is left") }
    self.options = options
    self.source = source
    let clock = StoreClock(elapsed: { Stopwatch.sinceBoot }, machine: clock)
    self.clock = clock
    let identity = StoreIdentity(node: options.node, mailbox: options.mailbox, timeout: options.timeout, clock: clock)
    outbox = HintOutbox(wakeup)
    follower = AppEventFollower(source, events)
    reads = ReadPool(capacity: options.capacity, timeout: options.timeout, clock)
    heartbeat = Heartbeat(source, clock: clock)
    writes = BlockingQueue(capacity: options.capacity)
    checks = (0..<2).map { _ in BlockingQueue(capacity: options.capacity) }
    maintenance = BlockingQueue(capacity: options.capacity)
    presenceWrites = BlockingQueue(capacity: options.capacity)
    listener = NotificationListener(source, outbox, wakeup, counters)
    reservations = Reservations(
      identity, counters, outbox, writes, capacity: options.capacity, timeout: options.timeout)
    do throws(PostgresError) {
      try heartbeat.measure(ConnectionSlot(source, .reader))
    } catch {
      throw StoreError(error, source.target.description)
    }
    if let failure = clock.failure { throw .clock(target: source.target.description, reason: failure.reason) }
    start(identity, batching, onFailure)
  }

  private func start(
    _ identity: StoreIdentity, _ batching: @escaping Batching,
    _ onFailure: @escaping @Sendable (JournalFailure?) -> Void
  ) {
    let (source, counters, outbox, follower, writes) = (source, counters, outbox, follower, writes)
    // Before any read: a server without a heartbeat answers none.
    heartbeat.beat(ConnectionSlot(source, .writer)) { _ in }
    follower.look(ConnectionSlot(source, .reader))
    var workers = [
      Worker {
        let committer = UnitCommitter(ConnectionSlot(source, .writer), identity, counters)
        let batched: Batching = { completions in
          batching(completions)
          follower.signal()
        }
        StoreWriter(committer, queue: writes, counters, outbox, batching: batched, onFailure: onFailure).run()
      }
    ]
    workers += checks.map { queue in Worker { [self] in runChecks(queue) } }
    workers += reads.start(source)
    workers += reservations.start(source)
    let (maintenance, heartbeat, listener, presenceWrites) = (maintenance, heartbeat, listener, presenceWrites)
    workers.append(
      Worker(niceness: 5) { Maintenance(ConnectionSlot(source, .writer), maintenance, identity).run() })
    workers.append(
      Worker { heartbeat.run { listener.announce([.reset(reason: "the database is on the timeline \($0)")]) } })
    workers.append(Worker { listener.run() })
    workers.append(Worker { follower.run() })
    workers.append(Worker { PresenceWriter(ConnectionSlot(source, .writer), presenceWrites, outbox, identity).run() })
    let started = workers
    self.workers.withLock { $0 = started }
  }

  /// Whether notifications do not arrive, so that the database is polled.
  package var isPolling: Bool { listener.isPolling }
  /// Why this server cannot answer; nil: it can.
  package var failure: JournalFailure? { heartbeat.failure }
  /// The names of the living servers.
  package var livingNodes: [String] { heartbeat.membership?.living ?? [] }
  var waitingWrites: Int { writes.count }

  /// Gives up this server's partitions, before it is closed.
  package func leave() { heartbeat.leave() }

  /// Commits the queued writes and ends the threads. Blocks. Must not be called from a callback, or twice.
  package func close() {
    writes.close()
    for queue in checks { queue.close() }
    reservations.close()
    reads.close()
    maintenance.close()
    presenceWrites.close()
    listener.close()
    follower.close()
    heartbeat.close()
    for worker in workers.withLock({ $0 }) { worker.join() }
  }

  // MARK: Writes

  /// Queues a write beyond the capacity, for writes that are bounded elsewhere.
  func submitRegardless(_ write: Write, settled: @escaping Settled) {
    let isTaken = writes.putRegardless(
      StoreWrite(write, as: nil, until: Deadline(in: options.timeout), settled: settled))
    if !isTaken { settled(.unavailable("the journal is closed")) }
  }

  package func submit(_ write: Write, as commit: SessionCommit?, settled: @escaping Settled) -> Bool {
    // A server without a heartbeat is not ready, without a wait for the database.
    if case .probe = write, let failure {
      settled(failure)
      return true
    }
    let item = StoreWrite(write, as: commit, until: Deadline(in: options.timeout), settled: settled)
    if let reservation = commit?.reservation, reservations.add(item, to: reservation) { return true }
    return writes.put(item)
  }

  package func storeSnapshot(of owner: any SnapshotOwner) async throws(JournalFailure) {
    let failure = await awaiting { [self] settled in
      let request = Maintenance.Request(owner: owner, settled: settled)
      if !maintenance.putRegardless(request) { settled(.unavailable("the journal is closed")) }
    }
    if let failure { throw failure }
  }

  package func reserve(
    _ session: SessionID, since position: SessionPosition
  ) async throws(JournalFailure) -> (SessionReservation, SessionNews?) {
    try await reservations.reserve(session, since: position)
  }

  package func end(_ reservation: SessionReservation) { reservations.end(reservation) }

  // MARK: Checks

  package func check(_ known: [SessionID: SessionPosition]) async throws(JournalFailure) -> FreshnessReport {
    let number = nextCheck.add(1, ordering: .relaxed).newValue
    return try await awaiting { [self] checked in
      let check = Check(known: known, deadline: Deadline(in: options.timeout), checked: checked)
      // In turns over two connections, so that a check need not wait for the answer to the one before.
      if !checks[number & 1].put(check) {
        checked(.failure(.unavailable("too many checks are queued, or the journal is closed")))
      }
    }.get()
  }

  private func runChecks(_ queue: BlockingQueue<Check>) {
    let slot = ConnectionSlot(source, .reader)
    var taken: [Check] = []
    while queue.drain(into: &taken, waitingAtMost: nil) {
      for check in taken { perform(check, slot) }
      taken.removeAll(keepingCapacity: true)
    }
  }

  private func perform(_ check: Check, _ slot: ConnectionSlot) {
    counters.checks.increment()
    counters.checkedSessions.increment(by: check.known.count)
    do throws(PostgresError) {
      let report = try slot.read(until: check.deadline) { connection throws(PostgresError) in
        try FreshnessReader(connection).check(check.known)
      }
      counters.catchUps.increment(by: report.news.count)
      // After the statement: a server that was cut off during it answers nothing either.
      if let failure = heartbeat.failure { return check.checked(.failure(failure)) }
      check.checked(.success(report))
    } catch {
      check.checked(.failure(JournalFailure(error)))
    }
  }

  // MARK: Nodes

  package func announceHints(to listener: @escaping @Sendable ([NodeHint]) -> Void) {
    let follower = follower
    self.listener.setListener { hints in
      listener(hints)
      follower.signal()
    }
  }

  package func announceMembership(to listener: @escaping @Sendable (Membership) -> Void) {
    heartbeat.setListener(listener)
  }

  /// The number of the last event of which all earlier ones are committed.
  package var lastEvent: Int64 { follower.last }

  /// The number of a transaction is a part of those of its events.
  package var eventStride: Int64 { 1 << 20 }

  package func refreshLastEvent() async throws(JournalFailure) -> Int64 {
    let last = try await reads.read { connection throws(PostgresError) in try AppEventReader(connection).last() }
    follower.record(last)
    return last
  }

  package func announceEvents(to listener: @escaping @Sendable () -> Void) { follower.setListener(listener) }
}
