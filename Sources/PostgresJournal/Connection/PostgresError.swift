/// An error of PostgreSQL, of libpq, or of the connection between them.
package enum PostgresError: Error, Equatable, Sendable, CustomStringConvertible {
  /// libpq cannot be loaded.
  case library(String)
  /// The text that names the server and the database is invalid.
  case target(String)
  /// No connection could be made.
  case unreachable(String)
  /// The server refused the connection for good: it does not admit the user, or has no such database.
  case rejected(String)
  /// The connection was lost. A transaction whose commit was sent may have been committed.
  case lost(String)
  /// The server refused a statement.
  case server(ServerError)
  /// A value has another form than the schema says.
  case corrupt(String)

  /// An error that the server reports.
  package struct ServerError: Equatable, Sendable {
    /// Five characters; see <https://www.postgresql.org/docs/current/errcodes-appendix.html>.
    package let sqlState: String
    package let message: String
    package let detail: String?
    /// The name of the violated constraint.
    package let constraint: String?
    /// The name of the statement.
    package let statement: String
  }

  /// The SQLSTATE of an error of the server.
  package var sqlState: String? {
    if case .server(let error) = self { error.sqlState } else { nil }
  }

  /// Whether the same transaction succeeds if it is sent again: `deadlock_detected`, `lock_not_available` or
  /// `serialization_failure`.
  package var isTransient: Bool {
    switch sqlState {
    case "40P01", "55P03", "40001": true
    default: false
    }
  }

  /// Whether the connection has to be replaced.
  package var endsConnection: Bool {
    switch self {
    case .library, .target, .corrupt: false
    case .unreachable, .rejected, .lost: true
    // Class 57: operator intervention, such as admin_shutdown; 25006: the server has become a standby.
    case .server(let error):
      error.sqlState.hasPrefix("57P") || error.sqlState.hasPrefix("08") || error.sqlState == "25006"
    }
  }

  package var description: String {
    switch self {
    case .library(let text), .target(let text), .unreachable(let text), .rejected(let text), .lost(let text),
      .corrupt(let text):
      text
    case .server(let error):
      "\(error.message)\(error.detail.map { " (\($0))" } ?? "") [SQLSTATE \(error.sqlState)"
        + (error.statement.isEmpty ? "]" : ", statement \(error.statement)]")
    }
  }
}

/// A notice or warning of the server.
package struct PostgresNotice: Equatable, Sendable {
  /// Such as `WARNING`.
  package let severity: String
  package let sqlState: String
  package let message: String

  package init(severity: String, sqlState: String, message: String) {
    self.severity = severity
    self.sqlState = sqlState
    self.message = message
  }

  /// Whether the server says that a commit may be missing on its standby: "The transaction has already committed
  /// locally, but might not have been replicated to the standby". The text depends on the language of the server, and a
  /// commit causes no other warning of these two codes.
  package var leavesCommitUnconfirmed: Bool {
    severity == "WARNING" && (sqlState == "01000" || sqlState == "57P01")
  }
}

/// A notification that the server sends to listening connections.
package struct PostgresNotification: Equatable, Sendable {
  package let channel: String
  package let payload: String

  package init(channel: String, payload: String) {
    self.channel = channel
    self.payload = payload
  }
}
