import Support
import Sessions

/// Counts the keys and labels of all sessions.
struct TotalsReader {
  private let connection: PostgresConnection

  init(_ connection: PostgresConnection) {
    self.connection = connection
  }

  struct Totals: Sendable {
    let keys: Int
    let labels: Int
  }

  func totals() throws(PostgresError) -> Totals {
    let row = try connection.run(Self.count).first
    return Totals(keys: row?.int(0) ?? 0, labels: row?.int(1) ?? 0)
  }

  /// Exact up to 10,000. More would take a scan each time, so the numbers are those that PostgreSQL keeps for its planner
  /// then. The partial index has one entry for each key.
  private static let count = PostgresStatement(
    "totals",
    """
    SELECT
      (
        SELECT CASE WHEN count(*) <= 10000 THEN count(*) ELSE greatest(
          count(*), (SELECT reltuples::int8 FROM pg_class WHERE oid = 'sessions_by_key'::regclass)) END
        FROM (SELECT FROM session_rows WHERE key IS NOT NULL LIMIT 10001) AS first),
      (
        SELECT CASE WHEN count(*) <= 10000 THEN count(*) ELSE greatest(
          count(*), (SELECT reltuples::int8 FROM pg_class WHERE oid = 'labels'::regclass)) END
        FROM (SELECT FROM labels LIMIT 10001) AS first)
    """)
}

extension SharedPersistence {
  /// Writes the numbers of keys and labels; nothing when the database cannot be read.
  func reportTotals(in text: inout MetricsText) {
    // The other metrics must not wait for a database that does not answer.
    guard failure == nil else { return }
    do throws(JournalFailure) {
      let totals = try waiting { [reads] () async throws(JournalFailure) in
        try await reads.read { connection throws(PostgresError) in try TotalsReader(connection).totals() }
      }
      text.gauge("navstate_session_keys", "Keys of stored sessions.", totals.keys)
      text.gauge("navstate_session_labels", "Labels of stored sessions.", totals.labels)
    } catch {
      return
    }
  }
}
