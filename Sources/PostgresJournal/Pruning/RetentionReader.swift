import Sessions

/// Finds sessions whose history exceeds its limits, and sessions that may have expired.
struct RetentionReader {
  private let connection: PostgresConnection
  private let now: Int64

  /// - Parameter now: The time of the queries.
  init(_ connection: PostgresConnection, now: Int64) {
    self.connection = connection
    self.now = now
  }

  /// Examines a page of sessions in the order of their ids.
  func excess(_ query: ExcessQuery) throws(PostgresError) -> ExcessPage {
    var parameters = PostgresParameters()
    parameters.append(query.after)
    parameters.append(Int64(query.limit))
    parameters.append(query.only)
    // The age, not the time: the server's clock decides what is old.
    let (age, isUnlimited) = now.subtractingReportingOverflow(query.before)
    parameters.append(isUnlimited ? .max : age)
    parameters.append(partitions: query.partitions ?? .all)
    var page = ExcessPage()
    for row in try connection.run(Self.extents, parameters).rows {
      let (session, revision, oldest) = (row.session(0), row.count(1), row.count(2))
      // Before the guard: the next page has to begin after sessions of other partitions, too.
      page.next = session
      var cut = query.revisions < revision ? revision - query.revisions + 1 : 1
      cut = max(cut, row.count(4))
      var size: Excess.Size?
      if query.only != nil || row.count(3) > query.bytes {
        let part = try newest(of: session, from: oldest, within: query.bytes)
        if part.start >= cut { (cut, size) = (part.start, .kept(part.bytes)) }
      }
      guard cut > oldest || query.only != nil else { continue }
      page.items.append(Excess(session: session, oldest: oldest, cut: max(cut, oldest), size: size))
    }
    return page
  }

  /// Finds the newest revisions whose changes fit into `limit` bytes. The last revision always fits.
  private func newest(
    of session: SessionID, from oldest: Int, within limit: Int
  ) throws(PostgresError) -> (start: Int, bytes: Int) {
    var parameters = PostgresParameters()
    parameters.append(session)
    parameters.append(Int64(oldest))
    parameters.append(Int64(limit))
    let row = try connection.run(Self.newest, parameters).first
    return (row?.optionalCount(0) ?? oldest, row?.count(1) ?? 0)
  }

  /// The sessions after one, each with its extent and the revision that it had at a time.
  private static let extents = PostgresStatement(
    "extents",
    """
    SELECT s.id, s.revision, s.oldest, s.history_bytes,
      CASE WHEN s.created_at < k.before THEN coalesce(
        (SELECT c.revision FROM changes c WHERE c.session = s.id AND c.at < k.before AND c.revision >= s.oldest
          ORDER BY c.revision DESC LIMIT 1), s.oldest) ELSE s.oldest END
    FROM session_rows s
    CROSS JOIN (SELECT \(StoreTime.now) - $4::int8 AS before) k
    WHERE ($1::uuid IS NULL OR s.id > $1::uuid) AND ($3::uuid IS NULL OR s.id = $3::uuid)
      AND get_byte(uuid_send(s.id), 15) = ANY ($5::int2[])
    ORDER BY s.id
    LIMIT $2::int8
    """)

  private static let newest = PostgresStatement(
    "newest",
    """
    WITH sized AS (
      SELECT c.revision, sum(
          128 + octet_length(c.action) + octet_length(c.edits) + octet_length(c.outputs)
            + coalesce(octet_length(c.refused), 0)) OVER (ORDER BY c.revision DESC) AS total,
        row_number() OVER (ORDER BY c.revision DESC) AS n
      FROM changes c
      WHERE c.session = $1::uuid AND c.revision >= $2::int8)
    SELECT min(revision), max(total)::int8 FROM sized WHERE total <= $3::int8 OR n = 1
    """)

  /// Reads sessions that may have expired. Those that were changed since they were noted are noted anew.
  func expired(_ query: ExpiryQuery) throws(PostgresError) -> ExpiryPage {
    let (statement, time) =
      switch query.kind {
      case .own(let time): (Self.due, time)
      case .unchanged(let time): (Self.unchanged, time)
      }
    var parameters = PostgresParameters()
    parameters.append(query.after?.time ?? .min)
    parameters.append(query.after?.session ?? SessionID(high: 0, low: 0))
    parameters.append(time)
    parameters.append(Int64(query.limit))
    parameters.append(partitions: query.partitions ?? .all)
    let items = try connection.run(statement, parameters).rows.map {
      ExpiryPage.Item(time: $0.integer(0), session: $0.session(1))
    }
    return ExpiryPage(items: items)
  }

  private static let due = PostgresStatement(
    "expiredOwn",
    """
    SELECT e.seen + e.expires, e.session
    FROM expiries e
    JOIN session_rows s ON s.id = e.session AND s.active_at + s.expires <= $3::int8
    WHERE e.expires IS NOT NULL AND e.seen + e.expires <= $3::int8
      AND (e.seen + e.expires, e.session) > ($1::int8, $2::uuid)
      AND get_byte(uuid_send(e.session), 15) = ANY ($5::int2[])
    ORDER BY e.seen + e.expires, e.session
    LIMIT $4::int8
    """)

  private static let unchanged = PostgresStatement(
    "expiredUnchanged",
    """
    SELECT e.seen, e.session
    FROM expiries e
    JOIN session_rows s ON s.id = e.session AND s.active_at <= $3::int8
    WHERE e.expires IS NULL AND e.seen <= $3::int8 AND (e.seen, e.session) > ($1::int8, $2::uuid)
      AND get_byte(uuid_send(e.session), 15) = ANY ($5::int2[])
    ORDER BY e.seen, e.session
    LIMIT $4::int8
    """)
}
