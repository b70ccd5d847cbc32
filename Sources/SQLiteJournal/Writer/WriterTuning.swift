/// The writer's parameters. Times are milliseconds.
enum WriterTuning {
  /// The age at which a snapshot is stored if there is no other work.
  static let idle: Int64 = 1000
  /// The age at which a snapshot is stored in any case.
  static let longest: Int64 = 60_000
  /// The wait for writes before background work: clients that just got an answer often send the next request sooner. A
  /// slice that follows another does not wait.
  static let quiet: Int64 = 2
  /// Snapshots, and their bytes, in a transaction without writes. A write that arrives meanwhile waits for it.
  static let slice = 32
  static let sliceBytes = 1 << 18
  /// Snapshots that are stored in a transaction with few writes.
  static let besideWrites = 8
  static let forgetting: Int64 = 60 * 60 * 1000
  /// The time without a transaction other than probes after which a log of more than `longLog` pages (1 MB) is truncated.
  static let rest: Int64 = 10_000
  static let longLog = 256
  /// Pages by which the log grows between two checkpoints: 8 MB.
  static let checkpoint = 2048
}
