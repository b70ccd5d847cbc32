/// Who copies the write-ahead log into the database file.
package enum Checkpoints: String, Sendable, CaseIterable {
  /// The journal, on a thread of its own.
  case own
  /// Another program that has to see all of the log before it begins again, such as Litestream. The log grows for as long
  /// as that program does nothing.
  case external

  /// Milliseconds that a connection waits for a lock. A person's shell may hold one; a program that does checkpoints
  /// holds the writer's for as long as one takes.
  var patience: Int32 {
    switch self {
    case .own: 1_000
    case .external: 5_000
    }
  }
}
