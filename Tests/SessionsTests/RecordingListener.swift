import Synchronization

@testable import Sessions

/// A listener that records events as text, such as `2` for revision 2.
final class RecordingListener: Listener {
  private let state = Mutex<(heard: [String], told: Int, waiting: CheckedContinuation<String, Never>?)>(([], 0, nil))

  var wantsSession: Bool { false }
  var presence: Presence? { nil }
  var heard: [String] { state.withLock { $0.heard } }

  func receive(_ event: SessionEvent) { record("\(event.revision)") }
  func sessionDeleted() { record("deleted") }
  func accessRevoked() { record("revoked") }

  /// Returns the next event, and waits for it if there is none yet.
  func next() async -> String {
    await withCheckedContinuation { continuation in
      let heard: String? = state.withLock { state in
        guard state.told < state.heard.count else {
          state.waiting = continuation
          return nil
        }
        state.told += 1
        return state.heard[state.told - 1]
      }
      if let heard { continuation.resume(returning: heard) }
    }
  }

  private func record(_ line: String) {
    let waiting = state.withLock { state -> CheckedContinuation<String, Never>? in
      state.heard.append(line)
      guard let waiting = state.waiting else { return nil }
      (state.waiting, state.told) = (nil, state.heard.count)
      return waiting
    }
    waiting?.resume(returning: line)
  }
}
