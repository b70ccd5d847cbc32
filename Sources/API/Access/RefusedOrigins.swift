import Synchronization

/// The origins that are not allowed and have sent requests, so that each is logged once.
final class RefusedOrigins: Sendable {
  /// The maximum number of origins that are logged: a client can send any number of them.
  static let maximum = 100
  /// The maximum length of an origin that is logged. A host name has at most 253 characters.
  private static let maximumLength = 300

  private let known = Mutex<Set<String>>([])
  private let tell: @Sendable (String) -> Void

  init(tell: @escaping @Sendable (String) -> Void) {
    self.tell = tell
  }

  func note(_ origin: String) {
    guard (1...Self.maximumLength).contains(origin.utf8.count) else { return }
    let isNew = known.withLock { $0.count < Self.maximum && $0.insert(origin).inserted }
    if isNew { tell(origin) }
  }
}
