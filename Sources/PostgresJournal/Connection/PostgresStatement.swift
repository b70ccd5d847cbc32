/// An SQL statement that connections prepare at its first use.
///
/// The types of its parameters follow from the casts in the text.
package struct PostgresStatement: Sendable {
  /// Unique among all statements of a program.
  package let name: String
  package let sql: String

  /// Creates a statement.
  package init(_ name: String, _ sql: String) {
    self.name = name
    self.sql = sql
  }
}

/// A statement with its parameters.
package struct PostgresCommand {
  package let statement: PostgresStatement
  package let parameters: PostgresParameters

  /// Creates a command.
  package init(_ statement: PostgresStatement, _ parameters: PostgresParameters = PostgresParameters()) {
    self.statement = statement
    self.parameters = parameters
  }
}
