/// Erases the rows of `commits` without an event that can still be read, a part at a time.
///
/// Servers that do so at once erase the same rows, once.
struct CommitSweep {
  private let slot: ConnectionSlot
  /// The last examined row; 0: none.
  private var position: Int64 = 0
  /// The time of the next pass, in milliseconds of a clock that cannot be set.
  private var nextPass: Int64 = .min

  /// Milliseconds between two passes.
  private static let interval: Int64 = 600_000
  private static let slice: Int64 = 1_000

  init(_ slot: ConnectionSlot) {
    self.slot = slot
  }

  /// Examines a part of the rows. A failure leaves it to the next call.
  mutating func proceed(at now: Int64) {
    guard position > 0 || now >= nextPass else { return }
    do throws(PostgresError) {
      var parameters = PostgresParameters()
      parameters.append(position)
      parameters.append(Self.slice)
      let result = try slot.use { connection throws(PostgresError) in try connection.run(Self.erase, parameters) }
      // Less than a slice is the end of the table.
      guard let row = result.first, row.integer(0) == Self.slice else {
        (position, nextPass) = (0, now + Self.interval)
        return
      }
      position = row.integer(1)
    } catch {
      return
    }
  }

  /// The newest row stays: its number is that of the last event.
  private static let erase = PostgresStatement(
    "eraseCommits",
    """
    WITH c AS (
      SELECT event, kind, sessions, lasts FROM commits WHERE event > $1::int8 ORDER BY event LIMIT $2::int8),
    d AS (
      DELETE FROM commits
      USING c
      WHERE commits.event = c.event AND c.event < (SELECT max(event) FROM commits)
        AND NOT EXISTS (
          SELECT 1
          FROM unnest(c.sessions, c.lasts) AS u (session, last)
          LEFT JOIN session_rows s ON s.id = u.session
          LEFT JOIN tombstones t ON t.session = u.session
          WHERE CASE c.kind
            WHEN 0 THEN u.last >= s.oldest
            WHEN 1 THEN s.created_event >> 18 = c.event >> 18
            ELSE t.event >> 18 = c.event >> 18
          END))
    SELECT count(*), max(event) FROM c
    """)
}
