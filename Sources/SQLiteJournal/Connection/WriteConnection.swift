import Sessions

/// A credential of a session, by its number.
struct AttributedSession: Hashable {
  let session: SessionID
  let number: Int64
}

/// The writer's connection with its prepared statements. Each method runs one or a few statements in the current
/// transaction and does not depend on queues or callbacks.
final class WriteConnection {
  let connection: Connection
  let beginning: Statement
  let committing: Statement
  let movingMark: Statement
  let beginningProbe: Statement
  let endingProbe: Statement
  let releasingProbe: Statement
  let writes: WriteStatements
  let snapshots: SnapshotStatements
  let webhooks: WebhookStatements
  let batches: BatchStatements
  let flows: FlowStatements
  /// Credentials of sessions that are stored, so that they are not stored again.
  var attributed: Set<AttributedSession> = []
  /// The webhooks for which the transaction has inserted deliveries.
  var addressees: Set<String> = []
  /// Whether there is any webhook; nil: unknown.
  var hasWebhooks: Bool?
  /// Whether the transaction has added or removed webhooks.
  var hasChangedWebhooks = false
  /// The text of the bound session id; statements borrow it until they have run.
  let id = UnsafeMutablePointer<UInt8>.allocate(capacity: SessionID.textCount)

  init(_ connection: Connection) {
    self.connection = connection
    // IMMEDIATE: a transaction that starts with a read may fail later to get the write lock, and would have to be
    // retried.
    beginning = connection.statement("BEGIN IMMEDIATE")
    committing = connection.statement("COMMIT")
    movingMark = connection.statement("UPDATE progress SET low_water = ?")
    beginningProbe = connection.statement("SAVEPOINT probe")
    endingProbe = connection.statement("ROLLBACK TO probe")
    releasingProbe = connection.statement("RELEASE probe")
    writes = WriteStatements(connection)
    snapshots = SnapshotStatements(connection)
    webhooks = WebhookStatements(connection)
    batches = BatchStatements(connection)
    flows = FlowStatements(connection)
  }

  deinit {
    id.deallocate()
  }

  func begin() throws(SQLiteError) { try beginning.run() }
  func commit() throws(SQLiteError) { try committing.run() }

  /// Stores the `seq` up to which every change is in a snapshot.
  func moveMark(to mark: Int64) throws(SQLiteError) {
    movingMark.bind(mark)
    try movingMark.run()
  }

  /// Runs a statement that takes a session.
  func run(_ statement: Statement, of session: SessionID) throws(SQLiteError) {
    bind(session, to: statement)
    try statement.run()
  }

  /// Runs a statement that takes a session and the id of a part of it.
  func run(_ statement: Statement, of session: SessionID, _ id: String) throws(SQLiteError) {
    bind(session, to: statement)
    statement.bind(id)
    try statement.run()
  }

  func bind(_ session: SessionID, to statement: Statement) {
    session.write(to: id)
    statement.bind(borrowedText: UnsafeRawBufferPointer(start: id, count: SessionID.textCount))
  }
}
