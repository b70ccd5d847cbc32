import Sessions
import Synchronization

/// Checks whether the database accepts writes, or can be read, by a probe at most once a second.
///
/// The last ordinary write is not sufficient: a file may be corrupted only where new sessions are stored, and a disk
/// may fill up while nothing is written.
package final class Readiness: Sendable {
  package typealias Checked = @Sendable (JournalFailure?) -> Void
  /// Sends a probe; returns false if the database is too busy to take it.
  typealias Probe = @Sendable (@escaping Checked) -> Bool

  private struct State {
    /// The failure of the last probe; nil after a success or before the first probe.
    var failure: JournalFailure?
    /// The time at which the next probe is due, and the start time of the pending one.
    var due: Int64 = .min
    var begun: Int64?
    var waiting: [Checked] = []
  }

  private let send: Probe
  private let elapsed: @Sendable () -> Int64
  private let state = Mutex(State())

  /// The lifetime of a result and the timeout of a probe, in nanoseconds.
  static let age: Int64 = 1_000_000_000
  static let timeout: Int64 = 5_000_000_000

  /// - Parameter elapsed: Nanoseconds of a monotonic clock.
  init(elapsed: @escaping @Sendable () -> Int64, _ send: @escaping Probe) {
    self.send = send
    self.elapsed = elapsed
  }

  /// Checks whether the database accepts writes.
  static func forWrites(_ journal: any Journal, elapsed: @escaping @Sendable () -> Int64) -> Readiness {
    Readiness(elapsed: elapsed) { checked in journal.submit(.probe, settled: checked) }
  }

  /// Checks whether sessions can be read: looks for one that does not exist.
  static func forReads(_ journal: any Journal, elapsed: @escaping @Sendable () -> Int64) -> Readiness {
    Readiness(elapsed: elapsed) { checked in
      journal.identity(of: SessionID(high: 0, low: 0)) { result in
        if case .failure(let failure) = result { checked(failure) } else { checked(nil) }
      }
      return true
    }
  }

  private enum Step {
    case answer(JournalFailure?)
    case wait
    case probe
  }

  /// Calls `checked` once: with a failure if the database does not accept writes, otherwise with nil.
  package func check(_ checked: @escaping Checked) {
    let now = elapsed()
    let step = state.withLock { state -> Step in
      if let begun = state.begun {
        // No other probe is sent: it would wait behind the one that has no answer.
        guard now - begun < Self.timeout else {
          return .answer(.unavailable("the database has not answered for 5 s"))
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
    // Outside the lock, which `end` takes, perhaps within this call.
    case .probe: probe()
    }
  }

  private func probe() {
    let isQueued = send { [self] failure in end(failure) }
    // The queue is full: the database is busy, so the result of the last probe still holds.
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
