import Sessions

/// Reads the catalogues: apps, keys of apps, operators, and batch jobs.
struct CatalogueReader {
  private let connection: PostgresConnection

  init(_ connection: PostgresConnection) {
    self.connection = connection
  }

  func apps() throws(PostgresError) -> [StoredApp] {
    try connection.run(Self.apps).rows.map { row in
      StoredApp(
        name: row.text(0), version: row.int(1), definition: row.bytes(2), createdAt: row.moment(3),
        withdrawnAt: row.optionalMoment(4))
    }
  }

  func rollouts() throws(PostgresError) -> [StoredRollout] {
    try connection.run(Self.rollouts).rows.map { row in StoredRollout(app: row.text(0), text: row.bytes(1)) }
  }

  func appKeys() throws(PostgresError) -> [StoredAppKey] {
    try connection.run(Self.appKeys).rows.map { row in
      StoredAppKey(app: row.text(0), name: row.text(1), hash: row.bytes(2), createdAt: row.moment(3))
    }
  }

  func operators() throws(PostgresError) -> [StoredOperator] {
    try connection.run(Self.operators).rows.map { row in
      StoredOperator(
        id: row.text(0), name: String(decoding: row.bytes(1), as: UTF8.self), hash: row.bytes(2),
        scopes: OperatorScopes(names: row.text(3).split(separator: " ")) ?? [],
        apps: row.text(4).split(separator: " ").map(String.init), createdAt: row.moment(5),
        expiresAt: row.optionalMoment(6))
    }
  }

  func batches() throws(PostgresError) -> [StoredBatch] {
    let results = try connection.run(
      [Self.batches, Self.batchCounts, Self.batchExamples, Self.batchSessions].map { PostgresCommand($0) })
    let counts = Dictionary(grouping: results[1].rows, by: { $0.integer(0) })
    let examples = Dictionary(grouping: results[2].rows, by: { $0.integer(0) })
    let done = Dictionary(grouping: results[3].rows, by: { $0.integer(0) })
    return results[0].rows.map { row in
      let number = row.integer(0)
      return StoredBatch(
        id: BatchID(number), request: row.bytes(1), state: row.text(2), startedAt: row.moment(3),
        finishedAt: row.optionalMoment(4), cursor: row.optionalSession(5),
        counts: (counts[number] ?? []).map {
          StoredBatch.Count(outcome: $0.text(1), code: $0.text(2), count: $0.count(3))
        },
        examples: (examples[number] ?? []).map {
          BatchExample(session: $0.session(1), refusal: BatchRefusal(code: $0.text(2), detail: $0.text(3)))
        }, done: Set((done[number] ?? []).map { $0.session(1) }))
    }
  }

  private static let apps = PostgresStatement(
    "apps", "SELECT name, version, definition, created_at, withdrawn_at FROM apps ORDER BY name, version")
  private static let rollouts = PostgresStatement("rollouts", "SELECT app, rollout FROM rollouts ORDER BY app")
  private static let appKeys = PostgresStatement(
    "appKeys", "SELECT app, name, key_hash, created_at FROM app_keys ORDER BY app, name")
  private static let operators = PostgresStatement(
    "operators", "SELECT id, name, token_hash, scopes, apps, created_at, expires_at FROM operators ORDER BY id")
  private static let batches = PostgresStatement(
    "batches", "SELECT id, request, state, started_at, finished_at, cursor FROM batches ORDER BY id")
  private static let batchCounts = PostgresStatement(
    "batchCounts", "SELECT batch, outcome, code, count FROM batch_counts")
  private static let batchExamples = PostgresStatement(
    "batchExamples", "SELECT batch, session, code, detail FROM batch_examples")
  private static let batchSessions = PostgresStatement(
    "batchSessions", "SELECT batch, session FROM batch_sessions")
}
