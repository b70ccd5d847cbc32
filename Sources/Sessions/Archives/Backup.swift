/// A copy of the whole journal at one point in time.
package struct Backup: Sendable, Equatable {
  /// The name of the file in the journal's backup folder.
  package let name: String
  /// In bytes.
  package let size: Int
  /// Milliseconds since 1970.
  package let at: Int64

  package init(name: String, size: Int, at: Int64) {
    self.name = name
    self.size = size
    self.at = at
  }
}

/// The result of a backup.
package enum BackingUp: Sendable, Equatable {
  case made(Backup)
  /// Another backup is running.
  case inProgress
  /// The database is backed up by tools of its own.
  case elsewhere
  case failed(JournalFailure)
}
