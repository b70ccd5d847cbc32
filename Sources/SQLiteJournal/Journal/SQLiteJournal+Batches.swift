import Sessions

extension SQLiteJournal {
  /// All stored batch jobs, ordered by id. Blocks; for the start of the program.
  package func batches() throws(JournalFailure) -> [StoredBatch] {
    do throws(SQLiteError) { return try Self.batches(on: database.openReader()) } catch {
      throw JournalFailure(reading: error)
    }
  }

  private static func batches(on connection: Connection) throws(SQLiteError) -> [StoredBatch] {
    let counts = try counts(on: connection)
    let examples = try examples(on: connection)
    let done = try doneSessions(on: connection)
    let rows = connection.statement(
      "SELECT id, request, state, started_at, finished_at, cursor FROM batches ORDER BY id")
    return try rows.fetchAll { row in
      let number = row.integer(0)
      return StoredBatch(
        id: BatchID(number), request: row.bytes(1), state: row.text(2), startedAt: row.moment(3),
        finishedAt: row.optionalMoment(4), cursor: row.isNull(5) ? nil : SessionID(row.borrowedBytes(5)),
        counts: counts[number] ?? [], examples: examples[number] ?? [], done: done[number] ?? [])
    }
  }

  private static func counts(on connection: Connection) throws(SQLiteError) -> [Int64: [StoredBatch.Count]] {
    let counts = try connection.statement("SELECT batch, outcome, code, count FROM batch_counts").fetchAll { row in
      (row.integer(0), StoredBatch.Count(outcome: row.text(1), code: row.text(2), count: row.count(3)))
    }
    return Dictionary(grouping: counts, by: \.0).mapValues { $0.map(\.1) }
  }

  private static func examples(on connection: Connection) throws(SQLiteError) -> [Int64: [BatchExample]] {
    let rows = connection.statement("SELECT batch, session, code, detail FROM batch_examples")
    let examples = try rows.fetchAll { row -> (Int64, BatchExample)? in
      guard let session = SessionID(row.borrowedBytes(1)) else { return nil }
      let refusal = BatchRefusal(code: row.text(2), detail: row.text(3))
      return (row.integer(0), BatchExample(session: session, refusal: refusal))
    }
    return Dictionary(grouping: examples.compactMap { $0 }, by: \.0).mapValues { $0.map(\.1) }
  }

  private static func doneSessions(on connection: Connection) throws(SQLiteError) -> [Int64: Set<SessionID>] {
    let rows = connection.statement("SELECT batch, session FROM batch_sessions")
    let sessions = try rows.fetchAll { row in (row.integer(0), SessionID(row.borrowedBytes(1))) }
    return Dictionary(grouping: sessions, by: \.0).mapValues { Set($0.compactMap(\.1)) }
  }
}
