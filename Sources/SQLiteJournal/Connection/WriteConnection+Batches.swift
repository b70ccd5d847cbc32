import Sessions

extension WriteConnection {
  func perform(_ write: BatchWrite) throws(SQLiteError) {
    switch write {
    case .add(let batch, let record):
      try add(batch)
      if let record { try insert(record) }
    case .advance(let batch, let session):
      for statement in batches.advance {
        statement.bind(batch.number)
        bind(session, to: statement)
        try statement.run()
      }
    case .count(let batch, let session, let outcome):
      try count(outcome, of: session, in: batch)
    case .end(let batch, let state, let time):
      try end(batch, state, at: time)
    }
  }

  private func add(_ batch: StoredBatch) throws(SQLiteError) {
    batches.add.bind(batch.id.number)
    batches.add.bind(text: batch.request)
    batches.add.bind(batch.state)
    batches.add.bind(batch.startedAt)
    batches.add.bind(batch.finishedAt.map { Int($0) })
    try batches.add.run()
    for count in batch.counts { try add(count.count, count.outcome, code: count.code, to: batch.id) }
    for example in batch.examples { try add(example, to: batch.id, limit: .max) }
    let (first, others) = (batches.prune[0], batches.prune.dropFirst())
    first.bind(batch.id.number - StoredBatch.kept)
    try first.run()
    // The other statements examine all rows, and have nothing to do unless a job was deleted.
    guard connection.changedRows > 0 else { return }
    for statement in others { try statement.run() }
  }

  private func end(_ batch: BatchID, _ state: Batch.State, at time: Int64) throws(SQLiteError) {
    batches.end[0].bind(batch.number)
    batches.end[0].bind(state.rawValue)
    batches.end[0].bind(time)
    try batches.end[0].run()
    batches.end[1].bind(batch.number)
    try batches.end[1].run()
  }

  /// Records that a session is done, and counts its outcome. Fails with a constraint if the session was done before.
  func count(_ outcome: BatchOutcome, of session: SessionID, in batch: BatchID) throws(SQLiteError) {
    batches.recordOutcome.bind(batch.number)
    bind(session, to: batches.recordOutcome)
    try batches.recordOutcome.run()
    var code = ""
    if case .refused(let refusal) = outcome { code = refusal.code }
    try add(1, outcome.name, code: code, to: batch)
    guard case .refused(let refusal) = outcome else { return }
    try add(BatchExample(session: session, refusal: refusal), to: batch, limit: BatchCounts.examples)
  }

  private func add(_ count: Int, _ outcome: String, code: String, to batch: BatchID) throws(SQLiteError) {
    batches.count.bind(batch.number)
    batches.count.bind(outcome)
    batches.count.bind(code)
    batches.count.bind(count)
    try batches.count.run()
  }

  /// - Parameter limit: The number of refusals with the same code up to which there are examples.
  private func add(_ example: BatchExample, to batch: BatchID, limit: Int) throws(SQLiteError) {
    let statement = batches.addExample
    statement.bind(batch.number)
    bind(example.session, to: statement)
    statement.bind(example.refusal.code)
    statement.bind(example.refusal.detail)
    statement.bind(limit)
    try statement.run()
  }
}
