import SQLite
import Sessions

extension WriteConnection {
  /// Writes the tables of a session from its creation, and deletes the row of the creation.
  func show(_ creation: PendingCreations.Creation) throws(SQLiteError) {
    writes.readCreation.bind(creation.seq)
    let isShown = try writes.readCreation.fetchOne { (row) throws(SQLiteError) in
      try insert(row.borrowedBytes(0), of: creation)
      return true
    }
    guard isShown != nil else {
      throw .corrupt("the creation of the session \(creation.session.text) is missing")
    }
    writes.deleteCreation.bind(creation.seq)
    try writes.deleteCreation.run()
  }

  /// Writes the rows of a session. The fields of the text are bound where they are: building a `Projection` of them takes
  /// as long as the writes.
  private func insert(
    _ text: UnsafeRawBufferPointer, of creation: PendingCreations.Creation
  ) throws(SQLiteError) {
    var fields = NetstringReader(text)
    let session = writes.insertSession
    try reading(creation) { () throws(NetstringError) in try bind(creation, &fields, to: session) }
    try session.run()
    let containers = try reading(creation) { () throws(NetstringError) in try fields.count() }
    for _ in 0..<containers {
      bind(creation.session, to: projecting.writeContainer)
      try reading(creation) { () throws(NetstringError) in
        try projecting.writeContainer.bind(.container, &fields)
      }
      try projecting.writeContainer.run()
    }
    let screens = try reading(creation) { () throws(NetstringError) in try fields.count() }
    for _ in 0..<screens {
      bind(creation.session, to: projecting.writeScreen)
      try reading(creation) { () throws(NetstringError) in
        try projecting.writeScreen.bind(.screen, &fields)
      }
      try projecting.writeScreen.run()
    }
    guard fields.isAtEnd else { throw .damaged(creation) }
  }

  private func bind(
    _ creation: PendingCreations.Creation, _ fields: inout NetstringReader, to statement: Statement
  ) throws(NetstringError) {
    bind(creation.session, to: statement)
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

  private func reading<Value>(
    _ creation: PendingCreations.Creation, _ body: () throws(NetstringError) -> Value
  ) throws(SQLiteError) -> Value {
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
