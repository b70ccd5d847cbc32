import Sessions

/// The reason why a store on PostgreSQL cannot be used.
package enum StoreError: Error, Equatable, Sendable, CustomStringConvertible {
  /// libpq cannot be loaded, or the URL is invalid.
  case configuration(String)
  /// No server answers, or none that takes connections yet.
  case unreachable(target: String, reason: String)
  /// The server does not admit the user, or has no such database.
  case rejected(target: String, reason: String)
  /// The clock of this machine differs too much from that of the server.
  case clock(target: String, reason: String)
  /// The user may not do what the store has to.
  case forbidden(target: String, reason: String)
  /// The database has no schema yet, or an older one, which `serve` does not migrate by itself.
  case outdated(target: String, missing: [String])
  /// A newer program has migrated the schema.
  case newer(target: String, unknown: [String])
  /// A migration has another content than the one that was applied, or the schema begins with another one.
  case changed(target: String, migration: String)
  /// Commits are acknowledged before they are on disk.
  case unsafe(target: String, setting: String, value: String)
  case failed(target: String, reason: String)

  /// Whether the reason may pass by itself: the server starts or is started, or the clock is set.
  package var mayPass: Bool {
    switch self {
    case .unreachable, .clock: true
    case .configuration, .rejected, .forbidden, .outdated, .newer, .changed, .unsafe, .failed: false
    }
  }

  package var description: String {
    switch self {
    case .configuration(let reason): "the store cannot be used: \(reason)"
    case .unreachable(let target, let reason): "\(target) cannot be reached: \(reason)"
    case .rejected(let target, let reason):
      "\(target) refuses the connection: \(reason); correct the user, the password or the database in the URL of the store"
    case .clock(let target, let reason): "\(target): \(reason)"
    case .forbidden(let target, let reason):
      "\(target): the user lacks a right: \(reason); let the owner of the database run `navstate migrate --store`, and grant "
        + "USAGE on the schema navstate and SELECT, INSERT, UPDATE and DELETE on its tables"
    case .outdated(let target, let missing):
      "\(target): the schema lacks \(missing.joined(separator: ", ")); run `navstate migrate --store` first"
    case .newer(let target, let unknown):
      "\(target): a newer version has migrated the schema (\(unknown.joined(separator: ", "))); use that version"
    case .changed(let target, let migration):
      "\(target): the applied migration \(migration) is not one of this program: export the sessions with the program "
        + "that applied it, and import them into a new database"
    case .unsafe(let target, let setting, let value):
      "\(target): \(setting) is \(value), so acknowledged changes could be lost; set it to on, local, remote_write or "
        + "remote_apply for this user or database"
    case .failed(let target, let reason): "\(target): \(reason)"
    }
  }

  init(_ error: PostgresError, _ target: String) {
    self =
      switch error {
      case .library(let text), .target(let text): .configuration(text)
      case .unreachable(let text), .lost(let text): .unreachable(target: target, reason: text)
      case .rejected(let text): .rejected(target: target, reason: text)
      case .server where error.endsConnection: .unreachable(target: target, reason: error.description)
      case .server(let failure) where failure.sqlState == "42501":
        .forbidden(target: target, reason: failure.message)
      case .server, .corrupt: .failed(target: target, reason: error.description)
      }
  }
}

extension JournalFailure {
  /// The failure of a read, or of a write that was certainly not carried out.
  init(_ error: PostgresError) {
    self =
      switch error {
      // disk_full
      case .server(let failure) where failure.sqlState == "53100": .full(error.description)
      // A job's number, its key, and its sessions: see `BatchRows` and `openBatch`.
      case .server(let failure) where failure.sqlState == "23502" && failure.statement == "addBatch": .overtaken
      case .server(let failure) where failure.sqlState == "23502" && failure.statement == "keepBatch": .doneBefore
      case .server(let failure) where failure.sqlState == "22012" || failure.constraint == "batch_sessions_pkey":
        .doneBefore
      // Another server has given the key, or added the app of the imported session, in the same moment.
      case .server(let failure) where ["sessions_by_key", "apps_pkey"].contains(failure.constraint): .overtaken
      // Integrity constraints, and values that the data types do not take.
      case .server(let failure) where failure.sqlState.hasPrefix("23") || failure.sqlState.hasPrefix("22"):
        .damaged(error.description)
      case .corrupt(let text): .damaged(text)
      case .server, .library, .target, .unreachable, .rejected, .lost: .unavailable(error.description)
      }
  }
}
