import Digest
import SQLite
import Sessions

extension WriteConnection {
  /// Appends the creation of a session at revision 1, whose row of `sessions` follows later.
  ///
  /// - Parameter navigation: The root container as JSON.
  func append(_ session: SessionRow, _ navigation: ArraySlice<UInt8>, as seq: Int64) throws(SQLiteError) {
    let statement = writes.appendCreation
    statement.bind(seq)
    bind(session.id, to: statement)
    statement.bind(session.app)
    statement.bind(session.appVersion)
    statement.bind(session.createdAt)
    statement.bind(session.nextID)
    statement.bind(text: session.data)
    statement.bind(session.tokenHash.hexadecimal)
    statement.bind(session.metadata.key)
    statement.bind(session.metadata.expires.map { Int($0) })
    statement.bind(text: session.metadata.initialData)
    statement.bind(session.focus?.current)
    statement.bind(text: session.focus?.pathText)
    try navigation.withUnsafeBufferPointer { (navigation) throws(SQLiteError) in
      statement.bind(borrowedText: UnsafeRawBufferPointer(navigation))
      try statement.run()
    }
  }

  /// Writes the row of a session from its creation, which is deleted.
  func show(_ creation: PendingCreations.Creation) throws(SQLiteError) {
    writes.showCreation.bind(creation.seq)
    try writes.showCreation.run()
    guard connection.changedRows > 0 else {
      throw .corrupt("the creation of the session \(creation.session.text) is missing")
    }
    if creation.key != nil { try writes.countKey.run() }
    writes.deleteCreation.bind(creation.seq)
    try writes.deleteCreation.run()
  }

  /// Writes all rows of a session.
  func insert(_ projection: Projection, as seq: Int64) throws(SQLiteError) {
    try insert(projection.session, as: seq)
    try writeTree(projection)
  }
}
