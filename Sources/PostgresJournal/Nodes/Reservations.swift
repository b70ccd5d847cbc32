import Dispatch
import Sessions
import Synchronization
import Support

/// Locks sessions' rows for writes that lost the race with other servers, on threads with a connection each. PostgreSQL grants
/// row locks in the order of the requests.
final class Reservations: Sendable {
  private struct Request: Sendable {
    let session: SessionID
    let position: SessionPosition
    let deadline: Deadline
    let reserved: @Sendable (Result<(SessionReservation, SessionNews?), JournalFailure>) -> Void
  }

  /// The writes of a reservation until it ends.
  private final class Open: Sendable {
    let writes = Mutex<[StoreWrite]?>([])
    let ended = DispatchSemaphore(value: 0)
  }

  private let queues: [BlockingQueue<Request>]
  private let open = Mutex<[SessionReservation: Open]>([:])
  private let next = Atomic<Int64>(1)
  private let store: StoreIdentity
  private let timeout: Int64
  private let counters: StoreCounters
  private let hints: HintOutbox
  /// The queue of the ordinary writer.
  private let ordinary: BlockingQueue<StoreWrite>

  // Shorter than `idle_in_transaction_session_timeout` of writers, after which PostgreSQL ends the transaction.
  /// Seconds for which a session stays locked at most.
  private static let longest = 2.0

  init(
    _ store: StoreIdentity, _ counters: StoreCounters, _ hints: HintOutbox,
    _ ordinary: BlockingQueue<StoreWrite>, capacity: Int, timeout: Int64, threads: Int = 2
  ) {
    self.store = store
    self.counters = counters
    self.hints = hints
    self.ordinary = ordinary
    self.timeout = timeout
    queues = (0..<threads).map { _ in BlockingQueue(capacity: capacity) }
  }

  /// Starts the threads.
  func start(_ source: ConnectionSource) -> [Worker] {
    queues.map { queue in
      Worker {
        let slot = ConnectionSlot(source, .writer)
        var requests: [Request] = []
        while queue.drain(into: &requests, waitingAtMost: nil) {
          for request in requests { self.serve(request, slot) }
          requests.removeAll(keepingCapacity: true)
        }
      }
    }
  }

  func close() { for queue in queues { queue.close() } }

  func reserve(
    _ session: SessionID, since position: SessionPosition
  ) async throws(JournalFailure) -> (SessionReservation, SessionNews?) {
    try await awaiting { [self] reserved in
      let request = Request(
        session: session, position: position, deadline: Deadline(in: timeout), reserved: reserved)
      if !queues[Int(session.partition) % queues.count].put(request) {
        reserved(.failure(.unavailable("too many sessions wait to be locked, or the journal is closed")))
      }
    }.get()
  }

  /// Adds a write to a reservation.
  ///
  /// - Returns: false when the reservation is over or full.
  func add(_ write: StoreWrite, to reservation: SessionReservation) -> Bool {
    guard let entry = open.withLock({ $0[reservation] }) else { return false }
    return entry.writes.withLock { writes in
      guard let count = writes?.count, count < SessionReservation.capacity else { return false }
      writes?.append(write)
      return true
    }
  }

  func end(_ reservation: SessionReservation) { open.withLock { $0[reservation] }?.ended.signal() }

  private func serve(_ request: Request, _ slot: ConnectionSlot) {
    let reservation = SessionReservation(next.add(1, ordering: .relaxed).newValue)
    let entry = Open()
    open.withLock { $0[reservation] = entry }
    defer { _ = open.withLock { $0.removeValue(forKey: reservation) } }
    var (writes, rest): ([StoreWrite], [StoreWrite]) = ([], [])
    var wasReserved = false
    var result = UnitResult.failed(.overtaken)
    do throws(PostgresError) {
      result = try slot.use(until: request.deadline) { connection throws(PostgresError) in
        let lock = [PostgresCommand(Self.lock, request.session)]
        return try connection.withTransaction(lock) { _ throws(PostgresError) in
          // The transaction's own number may be lower than that of the commit that it has waited for.
          let event = try connection.run(Self.event).first?.integer(0) ?? 0
          let news = try FreshnessReader(connection).read([(request.session, request.position)])[request.session]
          // From here on `reserved` must not be called again, whatever fails.
          wasReserved = true
          request.reserved(.success((reservation, Self.news(news, since: request.position))))
          let hasEnded = entry.ended.wait(timeout: .now() + Self.longest) == .success
          let all = entry.writes.withLock { writes in
            // A write that comes later is not added any more, and goes to the ordinary writer.
            defer { writes = nil }
            return writes ?? []
          }
          let count = all.chained
          (writes, rest) = (Array(all.prefix(count)), Array(all.dropFirst(count)))
          return hasEnded && !writes.isEmpty ? try commit(writes, event, connection) : .failed(.overtaken)
        }
      }
    } catch {
      guard wasReserved else { return request.reserved(.failure(JournalFailure(error))) }
      let isLost = error.endsConnection
      result = .failed(isLost ? .unknown(error.description) : JournalFailure(error))
    }
    counters.exclusiveCommits.increment()
    for write in writes { write.settled(result.failure) }
    for write in rest where !ordinary.putRegardless(write) { write.settled(.unavailable("the journal is closed")) }
  }

  private static func news(_ news: SessionNews?, since position: SessionPosition) -> SessionNews? {
    if case .changed(let commits) = news, commits.position == position { nil } else { news }
  }

  /// Commits writes. After a failure the transaction is still open.
  private func commit(
    _ writes: [StoreWrite], _ event: Int64, _ connection: PostgresConnection
  ) throws(PostgresError) -> UnitResult {
    if let failure = store.clock.failure { return .failed(failure) }
    connection.deadline = writes[0].deadline
    let unit = CommitUnit(writes[0])
    for write in writes.dropFirst() { unit.append(write) }
    var isFull = false
    try MailboxCheck([unit]).run(on: connection, limit: store.mailbox) { _, _ in isFull = true }
    guard !isFull else { return .failed(.mailboxFull(limit: store.mailbox)) }
    var transaction = UnitTransaction([unit], store, isRepeated: false, event: event)
    do throws(PostgresError) {
      let results = try connection.commit(transaction.commands())
      let result = try transaction.results(results, on: connection)[0]
      guard !connection.takeNotices().contains(where: \.leavesCommitUnconfirmed) else {
        return .failed(.unknown("no standby has confirmed the commit"))
      }
      hints.record([unit], [result])
      store.changed.record([unit], [result], now: store.clock.mark)
      return result
    } catch {
      guard !error.endsConnection else { throw error }
      // As overtaken, the request is carried out again.
      return .failed(error.isTransient ? .overtaken : JournalFailure(error))
    }
  }

  /// The weakest lock that excludes other writes: listeners are listed while a session is reserved.
  private static let lock = PostgresStatement(
    "lock", "SELECT 1 FROM session_rows WHERE id = $1::uuid FOR NO KEY UPDATE")
  // 3 << 18: no part of another transaction has these numbers. The ten bits of the transaction's id tell those apart
  // that have waited for the same one, and the eight bits below them its changes (`SessionReservation.capacity`).
  private static let event = PostgresStatement(
    "reservedEvent",
    """
    SELECT
      (greatest(pg_current_xact_id()::text::int8, pg_snapshot_xmax(pg_current_snapshot())::text::int8 - 1) << 20)
        | (3 << 18) | ((pg_current_xact_id()::text::int8 & 1023) << 8)
    """)
}

extension [StoreWrite] {
  /// The number of the first writes, which are committed together. The ordinary writer commits those after them, and finds
  /// the holder of a key that is taken.
  fileprivate var chained: Int {
    guard let first, first.newKey == nil else { return 0 }
    return indices.dropFirst().first { !self[$0].continues(self[$0 - 1]) } ?? count
  }
}
