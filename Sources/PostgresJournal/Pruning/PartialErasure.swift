/// The statements that erase rows in the background, each a part of a number of bytes.
///
/// PostgreSQL writes all that a transaction deletes to its log, value by value, and others commit beside it: a transaction that
/// deletes the history of a session at once would keep them waiting. Servers that erase at once take different sessions.
///
/// Each returns the number of rows that it has changed; 0: there are no more.
enum PartialErasure {
  static let statements = [ofDeleted, ofPruned, ofAnswers, ofImports]

  /// The bytes of a part, which has one row at least.
  private static let bytes = 1 << 18
  /// The rows among which a part is sought.
  private static let rows = 512

  /// Changes of deleted sessions.
  private static let ofDeleted = PostgresStatement(
    "eraseDeleted",
    """
    WITH s AS (
      SELECT session, CASE WHEN EXISTS (SELECT 1 FROM session_rows WHERE id = session) THEN 0 ELSE \(Int64.max) END AS last
      FROM tombstones
      WHERE NOT swept
      LIMIT 64
      FOR UPDATE SKIP LOCKED),
    \(part(of: changes, in: "changes")),
    e AS (
      UPDATE tombstones SET swept = true FROM s WHERE tombstones.session = s.session AND \(isDone) RETURNING 1)
    SELECT (SELECT count(*) FROM d) + (SELECT count(*) FROM e)
    """)

  /// Changes before the oldest available revision, of sessions whose pruning was committed.
  private static let ofPruned = PostgresStatement(
    "erasePruned",
    """
    WITH s AS (
      SELECT session, least(
        (SELECT oldest FROM session_rows WHERE id = session),
        (SELECT revision FROM snapshots WHERE snapshots.session = pruned_sessions.session)) - 1 AS last
      FROM pruned_sessions
      LIMIT 64
      FOR UPDATE SKIP LOCKED),
    \(part(of: changes, in: "changes")),
    e AS (
      DELETE FROM pruned_sessions USING s
      WHERE pruned_sessions.session = s.session
        AND CASE WHEN \(isDone) THEN forget_attributions(s.session) ELSE false END
      RETURNING 1)
    SELECT (SELECT count(*) FROM d) + (SELECT count(*) FROM e)
    """)

  /// Answers that were kept for their time. One that replaces an old one meanwhile is not old.
  private static let ofAnswers = PostgresStatement(
    "eraseAnswers",
    """
    WITH \(part(of: oldAnswers, in: "answers", where: "AND \(isOld)"))
    SELECT count(*) FROM d
    """)

  /// Changes of imports whose servers have ended.
  private static let ofImports = PostgresStatement(
    "eraseImports",
    """
    WITH \(part(of: abandonedChanges, in: "imported_changes"))
    SELECT count(*) FROM d
    """)

  /// The common table expressions that find candidates, and delete as many of them as are a part.
  ///
  /// Rows are named by their places, so that the plan cannot depend on an estimate of their number.
  private static func part(of candidates: String, in table: String, where condition: String = "") -> String {
    """
    c AS (
      \(candidates)
      LIMIT \(rows)),
    p AS (
      SELECT place, sum(size) OVER (ROWS UNBOUNDED PRECEDING) - size AS before FROM c),
    d AS (
      DELETE FROM \(table)
      WHERE ctid = ANY (ARRAY(SELECT place FROM p WHERE before < \(bytes))) \(condition)
      RETURNING 1)
    """
  }

  /// The stored sizes of the values that can be long. They are known without reading the values.
  private static let size = """
    128::int8 + pg_column_size(action) + pg_column_size(edits) + pg_column_size(outputs)
      + coalesce(pg_column_size(refused), 0) AS size
    """

  private static let changes = """
    SELECT found.place, found.size
    FROM s
    CROSS JOIN LATERAL (
      SELECT ctid AS place, \(size)
      FROM changes
      WHERE changes.session = s.session AND changes.revision <= s.last
      ORDER BY changes.revision
      LIMIT \(rows)) AS found
    """

  /// Whether a session had nothing left before the part.
  private static let isDone = """
    (SELECT changes.revision FROM changes WHERE changes.session = s.session AND changes.revision <= s.last LIMIT 1)
      IS NULL
    """

  private static let isOld = "at <= \(StoreTime.now) - 86400000"

  private static let oldAnswers = """
    SELECT ctid AS place, 128::int8 + coalesce(pg_column_size(body), 0) AS size FROM answers WHERE \(isOld) ORDER BY at
    """

  private static let abandonedChanges = """
    SELECT ctid AS place, \(size)
    FROM imported_changes
    WHERE written_at < clock_timestamp() - interval '1 hour'
      AND NOT EXISTS (
        SELECT 1 FROM nodes WHERE nodes.name = imported_changes.node AND seen > clock_timestamp() - interval '1 minute')
    """
}
