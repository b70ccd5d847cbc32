import Glibc
import Support
import Migrations
import Sessions
import Synchronization

/// Writes that this server lives, and reads which others do, on a thread of its own.
///
/// A server that could not write it for three seconds may be cut off from the primary, and answers no reads.
final class Heartbeat: Sendable {
  private let source: ConnectionSource
  private let clock: StoreClock
  private let state: Mutex<State>

  private struct State {
    /// The time of the last committed heartbeat, on the clock's own scale.
    var last: Int64
    var isLeaving = false
    var isClosed = false
    var membership: Membership?
    var ages = NodeAges()
    var listener: Listener?
    var timeline = ""
  }

  /// In a type of its own: a function that is a generic value is wrapped once more with each access.
  private struct Listener: Sendable {
    let call: @Sendable (Membership) -> Void
  }

  /// Milliseconds after which a server without a heartbeat answers nothing.
  private static let limit: Int64 = 3_000
  /// Microseconds between two heartbeats.
  static let interval = 500_000

  init(_ source: ConnectionSource, clock: StoreClock) {
    self.source = source
    self.clock = clock
    state = Mutex(State(last: clock.mark))
  }

  /// Why reads cannot be answered now; nil: they can.
  var failure: JournalFailure? {
    if age > Self.limit {
      return .unavailable("this server has written no heartbeat for 3 seconds, so it may be cut off from the database")
    }
    return clock.failure
  }

  /// The milliseconds since the last heartbeat.
  var age: Int64 { clock.mark - state.withLock { $0.last } }
  var membership: Membership? { state.withLock { $0.membership } }

  func setListener(_ listener: @escaping @Sendable (Membership) -> Void) {
    let present = state.withLock { state in
      state.listener = Listener(call: listener)
      return state.membership
    }
    if let present { listener(present) }
  }

  /// Gives up the partitions of this server.
  func leave() { state.withLock { $0.isLeaving = true } }

  func close() { state.withLock { $0.isClosed = true } }

  /// Reads the time of the server, before the first heartbeat.
  func measure(_ slot: ConnectionSlot) throws(PostgresError) {
    let sent = clock.mark
    let time = try slot.use(until: Deadline(in: Self.limit)) { connection throws(PostgresError) in
      try connection.run(Self.time).first?.integer(0)
    }
    if let time { clock.record(time, since: sent) }
  }

  /// Runs until `close`.
  ///
  /// - Parameter timelineChanged: Called when the database has become another one.
  func run(timelineChanged: (String) -> Void) {
    let slot = ConnectionSlot(source, .writer)
    while !state.withLock({ $0.isClosed }) {
      beat(slot, timelineChanged: timelineChanged)
      usleep(UInt32(Self.interval))
    }
    do throws(PostgresError) {
      _ = try slot.use(until: Deadline(in: Self.limit)) { connection throws(PostgresError) in
        try connection.run([PostgresCommand(Self.remove, name)])
      }
    } catch {
      // The row counts no more after two seconds.
    }
  }

  /// Writes one heartbeat. A failure is seen by `failure` once it has lasted.
  func beat(_ slot: ConnectionSlot, timelineChanged: (String) -> Void) {
    // Others do the work of a server whose clock is wrong.
    let isLeaving = state.withLock { $0.isLeaving } || clock.failure != nil
    var parameters = name
    parameters.append(isLeaving)
    parameters.append(Int32(postgresMigrations.count))
    let sent = clock.mark
    do throws(PostgresError) {
      let results = try slot.use(until: Deadline(in: Self.limit)) { connection throws(PostgresError) in
        try connection.run([
          PostgresCommand(Self.time), PostgresCommand(Self.beat, parameters), PostgresCommand(Self.living),
        ])
      }
      if let time = results[0].first?.integer(0) { clock.record(time, since: sent) }
      guard !slot.notices.contains(where: \.leavesCommitUnconfirmed) else { return }
      let living = results[2].rows.map { $0.text(0) }
      record(living: living, sent: sent, results[1].first?.text(0) ?? "", timelineChanged)
    } catch {
      return
    }
  }

  private func record(
    living: [String], sent: Int64, _ timeline: String, _ timelineChanged: (String) -> Void
  ) {
    let (listener, membership, former) = state.withLock { state -> (Listener?, Membership, String) in
      let membership = state.ages.record(living: living, by: source.node, at: Stopwatch.now)
      // When it was sent, not answered: a slow answer must not make the heartbeat look younger than it is.
      state.last = sent
      let former = state.timeline
      state.timeline = timeline
      guard state.membership != membership else { return (nil, membership, former) }
      state.membership = membership
      return (state.listener, membership, former)
    }
    // Outside the lock, which is not recursive: a listener may read `membership`.
    if !former.isEmpty, former != timeline { timelineChanged(timeline) }
    listener?.call(membership)
  }

  private var name: PostgresParameters {
    var parameters = PostgresParameters()
    parameters.append(source.node)
    return parameters
  }

  /// A statement of its own: the time at which the server received the heartbeat, not that of a wait for a lock.
  private static let time = PostgresStatement("time", "SELECT \(StoreTime.now)")

  // The first eight digits of a WAL file's name are the timeline, which a failover increments.
  private static let beat = PostgresStatement(
    "heartbeat",
    """
    INSERT INTO nodes (name, seen, is_leaving, schema)
    VALUES ($1::text, clock_timestamp(), $2::bool, $3::int4)
    ON CONFLICT (name) DO UPDATE
    SET seen = excluded.seen, is_leaving = excluded.is_leaving, schema = excluded.schema
    RETURNING left(pg_walfile_name(pg_current_wal_lsn()), 8)
    """)

  private static let living = PostgresStatement(
    "living",
    """
    SELECT name FROM nodes WHERE seen > clock_timestamp() - interval '2 seconds' AND NOT is_leaving ORDER BY name
    """)

  private static let remove = PostgresStatement("removeNode", "DELETE FROM nodes WHERE name = $1::text")
}
