/// The program that copies the write-ahead log into the database file.
package enum Checkpoints: String, Sendable, CaseIterable {
  /// The journal, on a thread of its own.
  case own
  /// Another program, such as Litestream, that must read the whole log before it restarts. The log grows until that
  /// program checkpoints it.
  case external

  /// Milliseconds that a connection waits for a lock. An operator's shell may hold a lock briefly; an external
  /// checkpointer holds the writer's lock for a whole checkpoint.
  var lockTimeout: Int32 {
    switch self {
    case .own: 1_000
    case .external: 5_000
    }
  }
}
