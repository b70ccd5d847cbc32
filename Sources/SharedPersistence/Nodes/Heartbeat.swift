import Glibc
import Metrics
import Postgres
import PostgresMigrations
import Sessions
import Synchronization

/// Writes that this server lives, and reads which others do, on a thread of its own.
///
/// A server that could not write it for three seconds may be cut off from the primary, and answers no reads.
final class Heartbeat: Sendable {
  private let source: ConnectionSource
  private let clock: @Sendable () -> Int64
  private let state = Mutex(State())

  private struct State {
    /// The time of the last committed heartbeat.
    var last = Stopwatch.now
    var isLeaving = false
    var isClosed = false
    var membership: Membership?
    var ages = NodeAges()
    var listener: Listener?
    /// Milliseconds by which this machine's clock is ahead of the server's.
    var clockOffset: Int64 = 0
    var timeline = ""
    var hasReconnected = false
  }

  /// In a type of its own: a function that is a generic value is wrapped once more with each access.
  private struct Listener: Sendable {
    let call: @Sendable (Membership) -> Void
  }

  /// Nanoseconds after which a server without a heartbeat answers nothing.
  private static let limit = 3_000_000_000
  /// Milliseconds by which the clocks may differ.
  private static let largestOffset: Int64 = 5_000
  /// Microseconds between two heartbeats.
  static let interval = 500_000

  init(_ source: ConnectionSource, clock: @escaping @Sendable () -> Int64) {
    self.source = source
    self.clock = clock
  }

  /// Why reads cannot be answered now; nil: they can.
  var failure: JournalFailure? {
    let (last, offset) = state.withLock { ($0.last, $0.clockOffset) }
    if Stopwatch.now - last > Self.limit {
      return .unavailable("this server has written no heartbeat for 3 seconds, so it may be cut off from the database")
    }
    if abs(offset) > Self.largestOffset {
      return .unavailable("the clock of this machine differs from that of the database by \(offset) ms; set it")
    }
    return nil
  }

  /// The nanoseconds since the last heartbeat.
  var age: Int { Stopwatch.now - state.withLock { $0.last } }
  var clockOffset: Int64 { state.withLock { $0.clockOffset } }
  var membership: Membership? { state.withLock { $0.membership } }

  func lead(to listener: @escaping @Sendable (Membership) -> Void) {
    let present = state.withLock { state in
      state.listener = Listener(call: listener)
      return state.membership
    }
    if let present { listener(present) }
  }

  /// Gives up the shares of this server.
  func leave() { state.withLock { $0.isLeaving = true } }

  func close() { state.withLock { $0.isClosed = true } }

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
      _ = try slot.use { connection throws(PostgresError) in try connection.run([PostgresCommand(Self.remove, name)]) }
    } catch {
      // The row counts no more after two seconds.
    }
  }

  /// Writes one heartbeat. A failure is seen by `failure` once it has lasted.
  func beat(_ slot: ConnectionSlot, timelineChanged: (String) -> Void) {
    let isLeaving = state.withLock { $0.isLeaving }
    var parameters = name
    parameters.append(isLeaving)
    parameters.append(Int32(postgresMigrations.count))
    let sent = Stopwatch.now
    do throws(PostgresError) {
      let results = try slot.use { connection throws(PostgresError) in
        try connection.run([PostgresCommand(Self.beat, parameters), PostgresCommand(Self.living)])
      }
      guard !slot.notices.contains(where: \.leavesCommitUnconfirmed) else { return }
      let living = results[1].rows.map { $0.text(0) }
      let row = results[0].first
      note(living: living, sent: sent, serverTime: row?.integer(0) ?? clock(), row?.text(1) ?? "", timelineChanged)
    } catch {
      return
    }
  }

  private func note(
    living: [String], sent: Int, serverTime: Int64, _ timeline: String, _ timelineChanged: (String) -> Void
  ) {
    let (listener, membership, former) = state.withLock { state -> (Listener?, Membership, String) in
      let membership = state.ages.note(living: living, by: source.node, at: Stopwatch.now)
      state.last = sent
      state.clockOffset = clock() - serverTime
      let former = state.timeline
      state.timeline = timeline
      guard state.membership != membership else { return (nil, membership, former) }
      state.membership = membership
      return (state.listener, membership, former)
    }
    if !former.isEmpty, former != timeline { timelineChanged(timeline) }
    listener?.call(membership)
  }

  private var name: PostgresParameters {
    var parameters = PostgresParameters()
    parameters.append(source.node)
    return parameters
  }

  private static let beat = PostgresStatement(
    "heartbeat",
    """
    INSERT INTO nodes (name, seen, is_leaving, schema)
    VALUES ($1::text, clock_timestamp(), $2::bool, $3::int4)
    ON CONFLICT (name) DO UPDATE
    SET seen = excluded.seen, is_leaving = excluded.is_leaving, schema = excluded.schema
    RETURNING (extract(epoch FROM seen) * 1000)::int8, left(pg_walfile_name(pg_current_wal_lsn()), 8)
    """)

  private static let living = PostgresStatement(
    "living",
    """
    SELECT name FROM nodes WHERE seen > clock_timestamp() - interval '2 seconds' AND NOT is_leaving ORDER BY name
    """)

  private static let remove = PostgresStatement("removeNode", "DELETE FROM nodes WHERE name = $1::text")
}
