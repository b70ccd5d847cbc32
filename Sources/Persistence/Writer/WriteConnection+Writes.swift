import Digest
import SQLite
import Sessions

extension WriteConnection {
  /// Appends a change. This is the path that every action takes: nothing of the change is copied on it.
  func append(_ change: Change, as seq: Int64) throws(SQLiteError) {
    try insert(change, as: seq)
    if let steps = change.steps { try add(steps, of: change) }
    if let answer = change.keeping { try keep(answer) }
    for step in change.timers { try perform(step, of: change.session) }
    if change.hasOutputs { try address(change) }
    for step in change.messages { try perform(step, of: change) }
  }

  /// Writes a change's row and nothing that follows from it.
  @inline(__always)
  func insert(_ change: Change, as seq: Int64) throws(SQLiteError) {
    let statement = writes.appendChange
    statement.bind(seq)
    bind(change.session, to: statement)
    statement.bind(change.revision)
    statement.bind(change.at)
    statement.bind(change.actor)
    try change.text.withUnsafeBufferPointer { (text) throws(SQLiteError) in
      let text = UnsafeRawBufferPointer(text)
      statement.bind(borrowedText: UnsafeRawBufferPointer(rebasing: text[change.action]))
      statement.bind(borrowedText: UnsafeRawBufferPointer(rebasing: text[change.edits]))
      statement.bind(borrowedText: UnsafeRawBufferPointer(rebasing: text[change.outputs]))
      statement.bind(change.stateOf)
      try statement.run()
    }
    if let refused = change.refused { try note(refusal: change.text[refused], ofChange: seq) }
  }

  private func note(refusal: ArraySlice<UInt8>, ofChange seq: Int64) throws(SQLiteError) {
    let statement = writes.noteRefusal
    statement.bind(seq)
    statement.bind(text: Array(refusal))
    try statement.run()
  }

  func create(_ projection: Projection, keeping answer: IdempotencyRecord?) throws(SQLiteError) {
    let session = projection.session
    let statement = writes.insertSession
    bind(session.id, to: statement)
    statement.bind(session.app)
    statement.bind(session.appVersion)
    statement.bind(session.revision)
    statement.bind(session.createdAt)
    statement.bind(session.updatedAt)
    statement.bind(session.nextID)
    statement.bind(session.outputs)
    statement.bind(session.undoState.shown)
    statement.bind(session.undoState.tip)
    statement.bind(session.undoState.oldest)
    statement.bind(session.historyBytes)
    statement.bind(text: session.data)
    statement.bind(session.tokenHash.hexadecimal)
    try statement.run()
    try writeTree(projection)
    if let answer { try keep(answer) }
  }

  /// Fails with a constraint when the key has an answer that has not expired.
  func keep(_ answer: IdempotencyRecord) throws(SQLiteError) {
    let expired = writes.forgetExpiredAnswer
    bindScope(of: answer, to: expired)
    expired.bind(answer.key)
    expired.bind(answer.at - IdempotencyRecord.lifetime)
    try expired.run()

    let statement = writes.insertAnswer
    bindScope(of: answer, to: statement)
    statement.bind(answer.key)
    statement.bind(blob: answer.fingerprint)
    statement.bind(answer.status)
    statement.bind(answer.revision)
    if let body = answer.body { statement.bind(text: body) } else { statement.bindNull() }
    statement.bind(answer.at)
    try statement.run()
  }

  /// - Parameter replacing: Whether the version may be stored already; otherwise that fails with a constraint.
  func define(_ app: StoredApp, replacing: Bool) throws(SQLiteError) {
    let statement = replacing ? writes.replaceApp : writes.insertApp
    statement.bind(app.name)
    statement.bind(app.version)
    statement.bind(text: app.definition)
    statement.bind(app.createdAt)
    try statement.run()
  }

  /// - Parameter time: nil: the version is offered again.
  func withdraw(_ app: String, version: Int, at time: Int64?) throws(SQLiteError) {
    let statement = writes.withdrawApp
    statement.bind(time.map { Int($0) })
    statement.bind(app)
    statement.bind(version)
    try statement.run()
  }

  func delete(_ session: SessionID) throws(SQLiteError) {
    for statement in writes.deleteSession {
      bind(session, to: statement)
      try statement.run()
    }
  }

  func deleteChange(_ seq: Int64) throws(SQLiteError) {
    writes.deleteChange.bind(seq)
    try writes.deleteChange.run()
  }

  /// Forgets the answers to requests that created sessions and are older than `lifetime`.
  func forgetExpiredCreations(now: Int64) throws(SQLiteError) {
    writes.forgetExpiredCreations.bind(now - IdempotencyRecord.lifetime)
    try writes.forgetExpiredCreations.run()
  }

  private func bindScope(of answer: IdempotencyRecord, to statement: Statement) {
    if let session = answer.session { bind(session, to: statement) } else { statement.bind("") }
  }
}

extension IdempotencyRecord {
  /// 24 hours, in milliseconds.
  static let lifetime: Int64 = 24 * 60 * 60 * 1000
}
