import Sessions

extension PostgresCommand {
  init(_ name: String, _ sql: String, _ append: (inout PostgresParameters) -> Void) {
    var parameters = PostgresParameters()
    append(&parameters)
    self.init(PostgresStatement(name, sql), parameters)
  }

  /// A command whose first parameter is a session.
  init(
    _ statement: PostgresStatement, _ session: SessionID, _ append: (inout PostgresParameters) -> Void = { _ in }
  ) {
    var parameters = PostgresParameters()
    parameters.append(session)
    append(&parameters)
    self.init(statement, parameters)
  }

  /// Increments the number of a catalogue's content.
  static func edition(of catalogue: String) -> PostgresCommand {
    PostgresCommand("edition", "UPDATE editions SET edition = edition + 1 WHERE name = $1::text") {
      $0.append(catalogue)
    }
  }
}

extension PostgresParameters {
  mutating func append(_ record: IdempotencyRecord) {
    append(record.session ?? SessionID(high: 0, low: 0))
    append(Array(record.key.utf8))
    append(record.fingerprint)
    append(Int32(record.status))
    append(Int64(record.revision))
    append(record.body)
    append(record.at)
  }
}
