import JSON
import Sessions
import Synchronization

/// A count of sessions at one moment, which loads none.
///
/// `begin` runs between two transactions of the writer, when the database and the committed states in memory agree, and
/// fixes a snapshot of the database there. Sessions whose rows are behind in it count with their committed states, all
/// others with their rows: each session counts once, as of that moment. After a crash, a session that was behind counts
/// with its row until it is loaded, which happens soon after the start.
final class SessionCounting: Sendable {
  private let query: SessionCountQuery
  /// A connection of its own, used by one thread after the other.
  private let connection: Mutex<Connection>

  /// The sessions that count with their states.
  struct Behind: Sendable {
    var counts: SessionCounts
    var ids: [SessionID] = []
  }

  init(_ query: SessionCountQuery, in database: Database) throws(SQLiteError) {
    self.query = query
    connection = Mutex(try database.openReader())
  }

  /// Fixes the snapshot, and counts the sessions that are behind in it. Runs on the writer's thread.
  func begin(_ backlog: SnapshotBacklog, now: Int64) -> Result<Behind, JournalFailure> {
    do throws(SQLiteError) {
      try connection.withLock { (connection) throws(SQLiteError) in
        try connection.run("BEGIN")
        // The first statement that reads fixes the snapshot.
        _ = try connection.integer("SELECT low_water FROM progress")
      }
    } catch {
      return .failure(JournalFailure(reading: error))
    }
    // Outside of the lock, since an owner may wait for its own.
    let owners = backlog.lags.withLock { lags in lags.values.compactMap(\.owner) }
    var behind = Behind(counts: SessionCounts(asOf: now))
    for session in owners.lazy.compactMap(\.summary) where session.app == query.app {
      behind.ids.append(session.id)
      if let group = query.group(of: session) { behind.counts.add(1, to: group) }
    }
    return .success(behind)
  }

  /// Adds the other sessions.
  func finish(_ behind: Behind) throws(SQLiteError) -> SessionCounts {
    try connection.withLock { (connection) throws(SQLiteError) in
      var counts = behind.counts
      let row = connection.statement(sql)
      defer { row.reset() }
      row.bind(query.app)
      row.bind(query.updatedAfter ?? .min)
      row.bind(behind.ids.jsonText)
      row.bind(SessionCounts.mostGroups + 1)
      for name in query.labels { row.bind(name) }
      while try row.step() {
        let group = zip(Int32(1)..., query.dimensions).map { column, dimension -> JSONValue in
          switch dimension {
          // A corrupted path has no route, as in lists.
          case .route: .string(row.optionalText(column) ?? "")
          case .version: .integer(Int64(row.count(column)))
          case .label: row.optionalText(column).map(JSONValue.string) ?? .null
          }
        }
        counts.add(row.count(0), to: group)
      }
      return counts
    }
  }

  private var sql: String {
    var label = 4
    let columns = query.dimensions.map { dimension in
      switch dimension {
      case .route: return "iif(json_valid(path), path ->> '$[#-1]', NULL)"
      case .version: return "app_version"
      case .label:
        label += 1
        return "(SELECT value FROM labels WHERE session = session_rows.id AND name = ?\(label))"
      }
    }
    return """
      SELECT count(*), \(columns.joined(separator: ", "))
      FROM session_rows
      WHERE app = ?1 AND updated_at > ?2 AND id NOT IN (SELECT value FROM json_each(?3))
      GROUP BY \(columns.indices.map { String($0 + 2) }.joined(separator: ", "))
      LIMIT ?4
      """
  }
}

extension SQLiteJournal {
  package func count(_ query: SessionCountQuery) async throws(JournalFailure) -> SessionCounts {
    let counting = try await read(isLong: true) { [database] _, _ throws(SQLiteError) in
      try SessionCounting(query, in: database)
    }
    let behind = try await begin(counting)
    return try await read(isLong: true) { _, _ throws(SQLiteError) in try counting.finish(behind) }
  }
}
