import Sessions
import Synchronization

/// How a write ended that the start of the program waits for.
final class Settled: Sendable {
  let failure = Mutex<JournalFailure?>(nil)
}

extension JournalFailure {
  /// In words, without what kind of failure it is.
  var reason: String {
    switch self {
    case .full(let detail), .unavailable(let detail), .damaged(let detail): detail
    }
  }
}
