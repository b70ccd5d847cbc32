import JSON
import Synchronization

/// The idempotency keys of running requests that have no session or create one.
final class RunningKeys: Sendable {
  private let keys = Mutex<Set<ExactString>>([])

  func begin(_ key: String) -> Bool { keys.withLock { $0.insert(ExactString(key)).inserted } }
  func end(_ key: String) { keys.withLock { _ = $0.remove(ExactString(key)) } }
}
