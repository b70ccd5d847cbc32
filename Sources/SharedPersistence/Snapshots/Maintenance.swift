import Postgres
import Sessions
import Threads

/// Writes snapshots, and erases what was pruned or deleted, on a thread of its own.
final class Maintenance {
  enum Job: Sendable {
    case snapshot(any Projecting, @Sendable (JournalFailure?) -> Void)
    /// Erases what is due.
    case erase
  }

  private let slot: ConnectionSlot
  private let queue: BlockingQueue<Job>
  private let store: StoreIdentity
  private var sweep: CommitSweep

  /// The milliseconds between two looks at what is to be erased.
  private static let interval: Int64 = 1_000

  init(_ slot: ConnectionSlot, _ queue: BlockingQueue<Job>, _ store: StoreIdentity) {
    self.slot = slot
    self.queue = queue
    self.store = store
    sweep = CommitSweep(slot)
  }

  /// Runs until the queue is closed and empty.
  func run() {
    var jobs: [Job] = []
    while queue.take(into: &jobs, waitingAtMost: Self.interval) {
      if jobs.isEmpty { erase() }
      for job in jobs {
        switch job {
        case .snapshot(let owner, let settled): settled(write(owner))
        case .erase: erase()
        }
      }
      jobs.removeAll(keepingCapacity: true)
    }
  }

  private func write(_ owner: any Projecting) -> JournalFailure? {
    guard let projection = owner.takeProjection(), let token = projection.revisionToken else { return nil }
    var parameters = PostgresParameters()
    parameters.append(owner.id)
    parameters.append(Int64(projection.session.revision))
    parameters.append(SnapshotEncoder.encode(projection))
    parameters.append(token.number)
    do throws(PostgresError) {
      _ = try slot.use { connection throws(PostgresError) in try connection.run(Self.snapshot, parameters) }
      return nil
    } catch {
      owner.restore(projection)
      return JournalFailure(error)
    }
  }

  /// Erases a part of each table; the next part follows a second later. A failure leaves the rest for then.
  private func erase() {
    guard store.clock.failure == nil else { return }
    let statements = [
      Self.sweep, Self.prune, Self.forgetAnswers, Self.forgetTickets, Self.forgetImports, Self.forgetNodes,
      Self.noteUse,
    ]
    for statement in statements {
      do throws(PostgresError) {
        _ = try slot.use { connection throws(PostgresError) in try connection.run(statement) }
      } catch {
        return
      }
    }
    sweep.proceed(at: store.clock.mark)
  }

  /// Notes anew the use of sessions whose own expiry would be due, but which were changed since.
  private static let noteUse = PostgresStatement(
    "noteUse",
    """
    WITH due AS (
      SELECT session FROM expiries WHERE expires IS NOT NULL AND seen + expires <= \(StoreTime.now)
      ORDER BY seen + expires, session
      LIMIT 1000
      FOR UPDATE SKIP LOCKED)
    UPDATE expiries SET seen = s.updated_at
    FROM due
    JOIN sessions s ON s.id = due.session
    WHERE expiries.session = due.session AND expiries.seen < s.updated_at
    """)

  private static let snapshot = PostgresStatement(
    "snapshot",
    """
    INSERT INTO snapshots (session, revision, content)
    SELECT s.id, $2::int8, $3::bytea
    FROM sessions s
    WHERE s.id = $1::uuid
      AND (s.created_token = $4::int8
        OR EXISTS (SELECT 1 FROM changes c WHERE c.session = s.id AND c.revision = $2::int8 AND c.token = $4::int8))
    ON CONFLICT (session) DO UPDATE SET revision = excluded.revision, content = excluded.content
    WHERE snapshots.revision < excluded.revision
    """)

  /// Erases changes of deleted sessions. Servers that do so at once take different sessions.
  private static let sweep = PostgresStatement(
    "sweep",
    """
    WITH t AS (
      SELECT session FROM tombstones WHERE NOT swept LIMIT 64 FOR UPDATE SKIP LOCKED),
    d AS (
      DELETE FROM changes c
      USING t
      WHERE c.session = t.session AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.id = t.session))
    UPDATE tombstones SET swept = true FROM t WHERE tombstones.session = t.session
    """)

  /// Erases changes before the oldest available revision, of sessions whose pruning was committed.
  private static let prune = PostgresStatement(
    "prune",
    """
    WITH p AS (
      SELECT session FROM pruned_sessions LIMIT 64 FOR UPDATE SKIP LOCKED),
    c AS (
      SELECT changes.session, changes.revision
      FROM p
      CROSS JOIN LATERAL (
        SELECT c.session, c.revision
        FROM changes c
        WHERE c.session = p.session AND c.revision < least(
          (SELECT oldest FROM sessions WHERE id = p.session),
          (SELECT revision FROM snapshots WHERE snapshots.session = p.session))
        ORDER BY c.revision
        LIMIT 1000) AS changes),
    d AS (
      DELETE FROM changes USING c WHERE changes.session = c.session AND changes.revision = c.revision)
    DELETE FROM pruned_sessions
    USING p
    WHERE pruned_sessions.session = p.session
      AND (SELECT count(*) FROM c WHERE c.session = p.session) < 1000
    """)

  private static let forgetAnswers = PostgresStatement(
    "forgetAnswers",
    """
    DELETE FROM answers
    WHERE (scope, key) IN (SELECT scope, key FROM answers WHERE at <= \(StoreTime.now) - 86400000 ORDER BY at LIMIT 1000)
    """)

  private static let forgetTickets = PostgresStatement(
    "forgetTickets", "DELETE FROM tickets WHERE at <= \(StoreTime.now) - 3600000")

  private static let forgetImports = PostgresStatement(
    "forgetImports",
    """
    DELETE FROM imported_changes
    WHERE written_at < clock_timestamp() - interval '1 hour'
      AND NOT EXISTS (
        SELECT 1 FROM nodes WHERE nodes.name = imported_changes.node AND seen > clock_timestamp() - interval '1 minute')
    """)

  private static let forgetNodes = PostgresStatement(
    "forgetNodes",
    """
    WITH gone AS (
      DELETE FROM nodes WHERE seen < clock_timestamp() - interval '1 hour' RETURNING name)
    DELETE FROM listeners USING gone WHERE listeners.node = gone.name
    """)
}
