/// The writer's parameters. Times are milliseconds.
enum WriterTuning {
  /// The unprojected changes of a session at which its projection becomes urgent.
  static let changes = 64
  /// The age at which a session is projected if there is no other work.
  static let idle: Int64 = 1000
  /// The age at which a session is projected in any case.
  static let longest: Int64 = 60_000
  /// The wait for writes before background work: clients that just got an answer often send the next request sooner. A
  /// slice that follows another does not wait.
  static let quiet: Int64 = 2
  /// Sessions and rows in a transaction of projections. A write that arrives meanwhile waits for it.
  static let slice = 32
  static let sliceRows = 512
  /// Sessions that are projected in a transaction with few writes.
  static let besideWrites = 8
  /// Sessions that are not in the index of ids, beyond which each transaction adds some of them.
  static let unindexedSessions = 32_768
  /// Sessions that a transaction without writes adds to the index.
  static let indexSlice = 256
  static let forgetting: Int64 = 60 * 60 * 1000
  /// The time without a transaction other than probes after which a log of more than `longLog` pages (1 MB) is truncated.
  static let rest: Int64 = 10_000
  static let longLog = 256
  /// Pages by which the log grows between two checkpoints: 8 MB.
  static let checkpoint = 2048
}
