import Sessions
import Synchronization

/// Finds out whether the database takes writes, by writing: at most once a second, however often it is asked.
///
/// A file may be damaged where new sessions belong and be well everywhere else, and a disk may be full while nothing is
/// written; so the last ordinary write tells little.
package final class Readiness: Sendable {
  package typealias Checked = @Sendable (JournalFailure?) -> Void

  private struct State {
    /// How the last probe ended; nil: well, or there was none.
    var failure: JournalFailure?
    /// When the next one is due, and when the one on its way began.
    var due: Int64 = .min
    var begun: Int64?
    var waiting: [Checked] = []
  }

  private let journal: any Journal
  private let elapsed: @Sendable () -> Int64
  private let state = Mutex(State())

  /// How long a result is good, and how long a probe may take, in nanoseconds.
  static let age: Int64 = 1_000_000_000
  static let bufferLimits: Int64 = 5_000_000_000

  /// - Parameter elapsed: Nanoseconds of a clock that only goes forward.
  init(journal: any Journal, elapsed: @escaping @Sendable () -> Int64) {
    self.journal = journal
    self.elapsed = elapsed
  }

  private enum Step {
    case answer(JournalFailure?)
    case wait
    case probe
  }

  /// Calls `checked` once, with why the database takes no writes, or with nil when it does.
  package func check(_ checked: @escaping Checked) {
    let now = elapsed()
    let step = state.withLock { state -> Step in
      if let begun = state.begun {
        guard now - begun < Self.bufferLimits else {
          return .answer(.unavailable("a write has taken more than 5 s so far"))
        }
        state.waiting.append(checked)
        return .wait
      }
      guard now >= state.due else { return .answer(state.failure) }
      state.begun = now
      state.waiting.append(checked)
      return .probe
    }
    switch step {
    case .answer(let failure): checked(failure)
    case .wait: break
    case .probe: probe()
    }
  }

  private func probe() {
    let isQueued = journal.submit(.probe) { [self] failure in end(failure) }
    // As many writes wait as may: the database is busy, which says nothing else of it than the last probe did.
    if !isQueued { end(state.withLock { $0.failure }) }
  }

  private func end(_ failure: JournalFailure?) {
    let now = elapsed()
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      (state.failure, state.due, state.begun) = (failure, now + Self.age, nil)
      return state.waiting
    }
    for checked in waiting { checked(failure) }
  }
}
