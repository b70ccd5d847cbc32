import SQLite
import Sessions

/// The writer's connection with its statements, prepared once. Every method is one statement or a few, in whatever
/// transaction is open; none of them knows about queues or callbacks.
final class WriteConnection {
  let connection: Connection
  let beginning: Statement
  let committing: Statement
  let movingLowWater: Statement
  let beginningProbe: Statement
  let endingProbe: Statement
  let releasingProbe: Statement
  let writes: WriteStatements
  let projecting: ProjectionStatements
  let webhooks: WebhookStatements
  /// The webhooks that the transaction has put deliveries there for.
  var addressees: Set<String> = []
  /// Whether there is any webhook; nil: has to be looked up.
  var hasWebhooks: Bool?
  /// Whether the transaction has changed that.
  var hasChangedWebhooks = false
  /// The text of the session id that is being bound; statements borrow it until they have run.
  let id = UnsafeMutablePointer<UInt8>.allocate(capacity: SessionID.textCount)

  init(_ connection: Connection) {
    self.connection = connection
    // IMMEDIATE: a transaction that reads first and then cannot write would have to be begun again.
    beginning = connection.statement("BEGIN IMMEDIATE")
    committing = connection.statement("COMMIT")
    movingLowWater = connection.statement("UPDATE progress SET low_water = ?")
    beginningProbe = connection.statement("SAVEPOINT probe")
    endingProbe = connection.statement("ROLLBACK TO probe")
    releasingProbe = connection.statement("RELEASE probe")
    writes = WriteStatements(connection)
    projecting = ProjectionStatements(connection)
    webhooks = WebhookStatements(connection)
  }

  deinit {
    id.deallocate()
  }

  func begin() throws(SQLiteError) { try beginning.run() }
  func commit() throws(SQLiteError) { try committing.run() }

  func moveLowWater(to mark: Int64) throws(SQLiteError) {
    movingLowWater.bind(mark)
    try movingLowWater.run()
  }

  func bind(_ session: SessionID, to statement: Statement) {
    session.write(to: id)
    statement.bind(borrowedText: UnsafeRawBufferPointer(start: id, count: SessionID.textCount))
  }
}
