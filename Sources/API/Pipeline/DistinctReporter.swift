import Synchronization

/// Reports each distinct value once, so that a client cannot fill the log by repeating requests.
final class DistinctReporter: Sendable {
  /// The maximum number of values that are reported: a client can send any number of them.
  static let maximum = 100
  /// The maximum length of a value that is reported. A host name has at most 253 characters.
  private static let maximumLength = 300

  private let known = Mutex<Set<String>>([])
  private let tell: RequestLog.Tell

  init(tell: @escaping RequestLog.Tell) {
    self.tell = tell
  }

  func report(_ value: String) {
    guard (1...Self.maximumLength).contains(value.utf8.count) else { return }
    let isNew = known.withLock { $0.count < Self.maximum && $0.insert(value).inserted }
    if isNew { tell(value) }
  }
}
