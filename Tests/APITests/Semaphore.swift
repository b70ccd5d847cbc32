import Synchronization

/// Limits the number of concurrent holders. Each lab opens about ten files, and the tests of a run start concurrently.
final class Semaphore: Sendable {
  static let labs = Semaphore(32)

  private let state: Mutex<(free: Int, waiting: [CheckedContinuation<Void, Never>])>

  init(_ places: Int) {
    state = Mutex((places, []))
  }

  func enter() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.free > 0 {
          state.free -= 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.waiting.isEmpty else {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
