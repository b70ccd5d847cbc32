import SQLite
import Sessions

/// Writes the row of a session from the text of its creation.
struct CreationInsertion {
  private let connection: WriteConnection
  private let creation: PendingCreations.Creation

  init(_ creation: PendingCreations.Creation, on connection: WriteConnection) {
    self.connection = connection
    self.creation = creation
  }

  /// Writes the row, and deletes that of the creation.
  func run() throws(SQLiteError) {
    let (read, delete) = (connection.writes.readCreation, connection.writes.deleteCreation)
    read.bind(creation.seq)
    let isShown = try read.fetchOne { (row) throws(SQLiteError) in
      try insert(row.borrowedBytes(0))
      return true
    }
    guard isShown != nil else {
      throw .corrupt("the creation of the session \(creation.session.text) is missing")
    }
    delete.bind(creation.seq)
    try delete.run()
  }

  /// Writes the row of the session. The fields of the text are bound where they are, without copies.
  private func insert(_ text: UnsafeRawBufferPointer) throws(SQLiteError) {
    var fields = NetstringReader(text)
    let statement = connection.writes.insertSession
    let isComplete = try reading { () throws(NetstringError) in try bind(&fields, to: statement) }
    guard isComplete else {
      // The text of a former version.
      statement.reset()
      return try connection.insert(try CreationText.decode([UInt8](text), of: creation), as: creation.seq)
    }
    try statement.run()
    if creation.key != nil { try connection.writes.countKey.run() }
  }

  /// - Returns: Whether the text has the root container as one field.
  private func bind(_ fields: inout NetstringReader, to statement: Statement) throws(NetstringError) -> Bool {
    connection.bind(creation.session, to: statement)
    statement.bind(creation.app)
    try statement.bind(.session, &fields)
    statement.bind(creation.key)
    statement.bind(creation.seq)
    try statement.bind(.metadata, &fields)
    let (current, path) = (try fields.optionalField(), try fields.optionalField())
    guard path?.first ?? UInt8(ascii: "[") == UInt8(ascii: "[") else { return false }
    statement.bind(borrowed: current)
    statement.bind(borrowed: path)
    statement.bind(borrowed: try fields.field())
    guard fields.isAtEnd else { throw NetstringError() }
    return true
  }

  private func reading<Value>(_ body: () throws(NetstringError) -> Value) throws(SQLiteError) -> Value {
    do throws(NetstringError) { return try body() } catch { throw .damaged(creation) }
  }
}

extension SQLiteError {
  /// The error for the text of a creation that `CreationText` did not write.
  static func damaged(_ creation: PendingCreations.Creation) -> SQLiteError {
    .corrupt("the creation of the session \(creation.session.text) is damaged")
  }
}

/// The types of consecutive fields of a creation's text, in the order of the parameters of a statement.
private enum FieldType {
  case text
  case integer
}

extension [FieldType] {
  /// From the version of the app to the hash of the token.
  fileprivate static let session = Array(repeating: FieldType.integer, count: 10) + [.text, .text]
  /// The expiry and the initial data.
  fileprivate static let metadata: [FieldType] = [.integer, .text]
}

extension Statement {
  fileprivate func bind(_ types: [FieldType], _ fields: inout NetstringReader) throws(NetstringError) {
    for type in types {
      switch type {
      case .text: bind(borrowed: try fields.optionalField())
      case .integer: bind(try fields.optionalInteger())
      }
    }
  }

  /// Binds UTF-8 bytes as a text without a copy, or NULL for nil.
  fileprivate func bind(borrowed text: UnsafeRawBufferPointer?) {
    if let text { bind(borrowedText: text) } else { bindNull() }
  }
}
