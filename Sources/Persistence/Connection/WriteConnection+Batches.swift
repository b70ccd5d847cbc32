import SQLite
import Sessions

extension WriteConnection {
  func perform(_ write: BatchWrite) throws(SQLiteError) {
    switch write {
    case .add(let batch, let answer):
      try add(batch)
      if let answer { try keep(answer) }
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
    try batches.add.run()
    let (first, others) = (batches.prune[0], batches.prune.dropFirst())
    first.bind(batch.id.number - StoredBatch.kept)
    try first.run()
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
    batches.note.bind(batch.number)
    bind(session, to: batches.note)
    try batches.note.run()
    var code = ""
    if case .refused(let refusal) = outcome { code = refusal.code }
    batches.count.bind(batch.number)
    batches.count.bind(outcome.name)
    batches.count.bind(code)
    try batches.count.run()
    if case .refused(let refusal) = outcome { try addExample(refusal, of: session, in: batch) }
  }

  private func addExample(_ refusal: BatchRefusal, of session: SessionID, in batch: BatchID) throws(SQLiteError) {
    let statement = batches.addExample
    statement.bind(batch.number)
    bind(session, to: statement)
    statement.bind(refusal.code)
    statement.bind(refusal.detail)
    statement.bind(BatchCounts.examples)
    try statement.run()
  }
}
