import Sessions
import Support

/// Writes snapshots, and erases what was pruned or deleted, on a thread of its own.
final class Maintenance {
  /// A request to store the snapshot of a session.
  struct Request: Sendable {
    let owner: any SnapshotOwner
    let settled: Settled
  }

  private let slot: ConnectionSlot
  private let queue: BlockingQueue<Request>
  private let store: StoreIdentity
  private var sweep: CommitSweep
  /// The times of the next erasure and of the next round of all others, in milliseconds of a clock that cannot be set.
  private var nextErasure: Int64 = .min
  private var nextRound: Int64 = .min

  /// The milliseconds between two looks at what is to be erased.
  private static let interval: Int64 = 1_000

  init(_ slot: ConnectionSlot, _ queue: BlockingQueue<Request>, _ store: StoreIdentity) {
    self.slot = slot
    self.queue = queue
    self.store = store
    sweep = CommitSweep(slot)
  }

  /// Runs until the queue is closed and empty.
  func run() {
    var requests: [Request] = []
    while queue.drain(into: &requests, waitingAtMost: pause) {
      for request in requests { request.settled(storeSnapshot(of: request.owner)) }
      requests.removeAll(keepingCapacity: true)
      // Also while snapshots never cease.
      if pause == 0 { proceed() }
    }
  }

  /// The milliseconds until the next erasure.
  private var pause: Int64 {
    let now = store.clock.mark
    return nextErasure > now ? nextErasure - now : 0
  }

  /// Erases a part of each table. If there is more, the next parts follow after a pause that is three times as long, so that this
  /// takes a quarter of a core of the database at most.
  private func proceed() {
    let begin = store.clock.mark
    nextErasure = begin + Self.interval
    guard store.clock.failure == nil else { return }
    if eraseParts() {
      let end = store.clock.mark
      nextErasure = end + 3 * max(1, end - begin)
    }
    storeResting()
    guard begin >= nextRound else { return }
    nextRound = begin + Self.interval
    tidy()
  }

  /// - Returns: Whether there may be more; false after a failure.
  private func eraseParts() -> Bool {
    var hasMore = false
    for statement in PartialErasure.statements {
      guard let row = run(statement)?.first else { return false }
      if row.integer(0) > 0 { hasMore = true }
    }
    return hasMore
  }

  private func tidy() {
    for statement in [Self.forgetTickets, Self.forgetNodes, Self.recordUse] where run(statement) == nil { return }
    sweep.proceed(at: store.clock.mark)
  }

  /// Returns nil after a failure, which leaves the rest for later.
  private func run(_ statement: PostgresStatement) -> PostgresResult? {
    do throws(PostgresError) {
      return try slot.use { connection throws(PostgresError) in try connection.run(statement) }
    } catch {
      return nil
    }
  }

  /// Snapshots that are stored before a look at the queue.
  private static let slice = 64

  /// Stores snapshots while this server has nothing to write.
  private func storeResting() {
    while queue.count == 0 {
      let owners = store.changed.resting(atMost: Self.slice, now: store.clock.mark)
      guard !owners.isEmpty else { return }
      for owner in owners where storeSnapshot(of: owner) != nil { return }
    }
  }

  private func storeSnapshot(of owner: any SnapshotOwner) -> JournalFailure? {
    store.changed.remove(owner.id)
    guard let snapshot = owner.takeSnapshot(), let token = snapshot.revisionToken else { return nil }
    do throws(PostgresError) {
      try slot.use { connection throws(PostgresError) in try store(snapshot, token, on: connection) }
      return nil
    } catch {
      // Nothing is lost: a load reads the changes after the former snapshot.
      owner.returnSnapshot()
      store.changed.add(owner)
      return JournalFailure(error)
    }
  }

  private func store(
    _ snapshot: StateSnapshot, _ token: CommitToken, on connection: PostgresConnection
  ) throws(PostgresError) {
    let command = Self.command(storing: snapshot, token)
    guard let flow = snapshot.flow, !flow.isEmpty else {
      _ = try connection.run([command])
      return
    }
    let session = snapshot.session
    try connection.withTransaction([PostgresCommand(Self.counted, session.id), command]) {
      results throws(PostgresError) in
      var rows = FlowRows()
      // Another server may have stored a part of the way.
      if let former = results[0].first, results[1].affectedRows > 0 {
        var counts = FlowCounts()
        let rest = flow.rest(afterRevision: former.int(0), counted: former.countedFlow(1, 2, 3))
        counts.add(rest, of: session.app)
        rows.add(counts)
      }
      _ = try connection.commit(rows.commands)
    }
  }

  private static func command(storing snapshot: StateSnapshot, _ token: CommitToken) -> PostgresCommand {
    let session = snapshot.session
    var parameters = PostgresParameters()
    parameters.append(session.id)
    for number in [
      session.revision, session.appVersion, Int(session.updatedAt), session.nextID, session.outputs,
      session.undoState.shown, session.undoState.tip, session.historyBytes,
    ] {
      parameters.append(Int64(number))
    }
    parameters.append(session.data)
    parameters.append(Array(snapshot.navigation))
    parameters.append(token.number)
    parameters.append(session.flow?.enteredAt)
    parameters.append(session.flow?.labelsText)
    return PostgresCommand(Self.snapshot, parameters)
  }

  /// The snapshot as flows count it, which no other server replaces until the transaction ends.
  private static let counted = PostgresStatement(
    "countedSnapshot",
    "SELECT revision, updated_at, entered_at, flow_labels FROM snapshots WHERE session = $1::uuid FOR UPDATE")

  /// Records anew the use of sessions whose own expiry would be due, but which were changed since.
  private static let recordUse = PostgresStatement(
    "recordUse",
    """
    WITH due AS (
      SELECT session FROM expiries WHERE expires IS NOT NULL AND seen + expires <= \(StoreTime.now)
      ORDER BY seen + expires, session
      LIMIT 1000
      FOR UPDATE SKIP LOCKED)
    UPDATE expiries SET seen = s.active_at
    FROM due
    JOIN session_rows s ON s.id = due.session
    WHERE expiries.session = due.session AND expiries.seen < s.active_at
    """)

  // The token proves that the state belongs to this session, not to one that was imported under its id since.
  private static let snapshot = PostgresStatement(
    "snapshot",
    """
    INSERT INTO snapshots (
      session, revision, app_version, updated_at, next_id, outputs, shown, tip, history_bytes, data, navigation, entered_at,
      flow_labels)
    SELECT s.id, $2::int8, $3::int8, $4::int8, $5::int8, $6::int8, $7::int8, $8::int8, $9::int8, $10::bytea, $11::bytea,
      $13::int8, $14::bytea
    FROM session_rows s
    WHERE s.id = $1::uuid
      AND (s.created_token = $12::int8
        OR EXISTS (SELECT 1 FROM changes c WHERE c.session = s.id AND c.revision = $2::int8 AND c.token = $12::int8))
    ON CONFLICT (session) DO UPDATE
    SET revision = excluded.revision, app_version = excluded.app_version, updated_at = excluded.updated_at,
      next_id = excluded.next_id, outputs = excluded.outputs, shown = excluded.shown, tip = excluded.tip,
      history_bytes = excluded.history_bytes, data = excluded.data, navigation = excluded.navigation,
      entered_at = excluded.entered_at, flow_labels = excluded.flow_labels
    WHERE snapshots.revision < excluded.revision
    """)

  private static let forgetTickets = PostgresStatement(
    "forgetTickets", "DELETE FROM tickets WHERE at <= \(StoreTime.now) - 3600000")

  private static let forgetNodes = PostgresStatement(
    "forgetNodes",
    """
    WITH gone AS (
      DELETE FROM nodes WHERE seen < clock_timestamp() - interval '1 hour' RETURNING name)
    DELETE FROM listeners USING gone WHERE listeners.node = gone.name
    """)
}
