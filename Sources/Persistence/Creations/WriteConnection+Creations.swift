import SQLite
import Sessions

extension WriteConnection {
  /// Appends the creation of a session, whose tables follow later.
  ///
  /// - Parameter text: The rows of the session, encoded by `CreationText`.
  func append(_ creation: PendingCreations.Creation, _ text: [UInt8], at time: Int64) throws(SQLiteError) {
    let statement = writes.appendCreation
    statement.bind(creation.seq)
    bind(creation.session, to: statement)
    statement.bind(creation.app)
    statement.bind(creation.key)
    statement.bind(time)
    try text.withUnsafeBufferPointer { (text) throws(SQLiteError) in
      statement.bind(borrowedText: UnsafeRawBufferPointer(text))
      try statement.run()
    }
  }

  /// Writes the tables of a session from its creation, and deletes the row of the creation.
  func show(_ creation: PendingCreations.Creation) throws(SQLiteError) {
    writes.readCreation.bind(creation.seq)
    guard let text = try writes.readCreation.fetchOne({ row in row.bytes(0) }) else {
      throw .corrupt("the creation of the session \(creation.session.text) is missing")
    }
    try insert(try CreationText.decode(text, of: creation), as: creation.seq)
    writes.deleteCreation.bind(creation.seq)
    try writes.deleteCreation.run()
  }

  /// Writes all rows of a session.
  func insert(_ projection: Projection, as seq: Int64) throws(SQLiteError) {
    try insert(projection.session, as: seq)
    try writeTree(projection)
  }
}
