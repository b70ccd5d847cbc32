import SQLite
import Sessions

/// Writes the tables of a session from the text of its creation.
struct CreationInsertion {
  private let connection: WriteConnection
  private let creation: PendingCreations.Creation

  init(_ creation: PendingCreations.Creation, on connection: WriteConnection) {
    self.connection = connection
    self.creation = creation
  }

  /// Writes the tables, and deletes the row of the creation.
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

  /// Writes the rows of a session. The fields of the text are bound where they are: building a `Projection` of them takes
  /// as long as the writes.
  private func insert(_ text: UnsafeRawBufferPointer) throws(SQLiteError) {
    var fields = NetstringReader(text)
    let session = connection.writes.insertSession
    try reading { () throws(NetstringError) in try bind(&fields, to: session) }
    try session.run()
    try insertAll(.container, &fields, by: connection.projecting.writeContainer)
    try insertAll(.screen, &fields, by: connection.projecting.writeScreen)
    guard fields.isAtEnd else { throw .damaged(creation) }
  }

  /// Writes the rows of the session in one table.
  private func insertAll(
    _ types: [FieldType], _ fields: inout NetstringReader, by statement: Statement
  ) throws(SQLiteError) {
    let count = try reading { () throws(NetstringError) in try fields.count() }
    for _ in 0..<count {
      connection.bind(creation.session, to: statement)
      try reading { () throws(NetstringError) in try statement.bind(types, &fields) }
      try statement.run()
    }
  }

  private func bind(_ fields: inout NetstringReader, to statement: Statement) throws(NetstringError) {
    connection.bind(creation.session, to: statement)
    statement.bind(creation.app)
    try statement.bind(.session, &fields)
    statement.bind(creation.key)
    statement.bind(creation.seq)
    try statement.bind(.metadata, &fields)
    let current = try fields.optionalField()
    var path: [String] = []
    for _ in 0..<(try fields.count()) { path.append(try fields.text()) }
    statement.bind(borrowed: current)
    statement.bind(text: current.map { _ in SessionFocus(current: "", path: path).pathText })
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
  fileprivate static let container: [FieldType] = [.text, .text, .text, .integer, .text, .integer]
  fileprivate static let screen: [FieldType] = [.text, .text, .integer, .text, .text, .text, .text, .text, .text]
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
