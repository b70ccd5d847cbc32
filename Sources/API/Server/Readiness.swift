import Sessions
import Support
import Synchronization

/// Checks whether the database accepts writes, or can be read, by a probe at most once a second.
///
/// The last ordinary write is not sufficient: a file may be corrupted only where new sessions are stored, and a disk
/// may fill up while nothing is written.
package final class Readiness: Sendable {
  /// Probes the database. Returns its argument, the result of the last probe, if the database is too busy.
  typealias Probe = @Sendable (_ former: JournalFailure?) async -> JournalFailure?

  private typealias Checked = @Sendable (JournalFailure?) -> Void

  private struct State {
    /// The failure of the last probe; nil after a success or before the first probe.
    var failure: JournalFailure?
    /// The time at which the next probe is due, and the start time of the pending one.
    var due: Int64 = .min
    var begun: Int64?
    var waiting: [Checked] = []
  }

  private let probe: Probe
  private let elapsed: MonotonicClock
  private let state = Mutex(State())

  /// The lifetime of a result and the timeout of a probe, in nanoseconds.
  static let age: Int64 = 1_000_000_000
  static let timeout: Int64 = 5_000_000_000

  init(elapsed: @escaping MonotonicClock, _ probe: @escaping Probe) {
    self.probe = probe
    self.elapsed = elapsed
  }

  /// Checks whether the database accepts writes.
  static func forWrites(_ journal: any Journal, elapsed: @escaping MonotonicClock) -> Readiness {
    Readiness(elapsed: elapsed) { former in
      await awaiting { checked in
        if !journal.submit(.probe, settled: checked) { checked(former) }
      }
    }
  }

  /// Checks whether sessions can be read: looks for one that does not exist.
  static func forReads(_ journal: any Journal, elapsed: @escaping MonotonicClock) -> Readiness {
    Readiness(elapsed: elapsed) { _ in
      do throws(JournalFailure) {
        _ = try await journal.identity(of: SessionID(high: 0, low: 0))
        return nil
      } catch {
        return error
      }
    }
  }

  private enum Step {
    case answer(JournalFailure?)
    case wait
    case probe(former: JournalFailure?)
  }

  /// - Returns: The failure if the database does not accept writes, or cannot be read.
  package func check() async -> JournalFailure? {
    await awaiting { [self] checked in
      switch next(checked) {
      case .answer(let failure): checked(failure)
      case .wait: break
      // Outside the lock, which `end` takes, perhaps within this call.
      case .probe(let former): Task.inline { [self] in end(await probe(former)) }
      }
    }
  }

  private func next(_ checked: @escaping Checked) -> Step {
    let now = elapsed()
    return state.withLock { state in
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
      return .probe(former: state.failure)
    }
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
