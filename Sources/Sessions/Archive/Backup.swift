/// A copy of all that the journal holds, as it was at one moment.
package struct Backup: Sendable, Equatable {
  /// Of its file, in the folder that the journal keeps them in.
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

/// How an attempt to make one ended.
package enum BackingUp: Sendable, Equatable {
  case made(Backup)
  /// Another one is being made.
  case inProgress
  case failed(JournalFailure)
}
