import Synchronization

/// Counts places that may be taken at once: those of listeners to all sessions, or of imports.
final class ListenerPermits: Sendable {
  let count: Int
  private let taken = Atomic(0)

  init(_ count: Int) {
    self.count = count
  }

  /// - Returns: nil when all are taken.
  func take() -> ListenerPermit? {
    guard taken.wrappingAdd(1, ordering: .relaxed).newValue <= count else {
      release()
      return nil
    }
    return ListenerPermit(self)
  }

  fileprivate func release() { taken.wrappingSubtract(1, ordering: .relaxed) }
}

/// Is given back when nobody holds it any more.
final class ListenerPermit: Sendable {
  private let listenerPermits: ListenerPermits

  fileprivate init(_ listenerPermits: ListenerPermits) {
    self.listenerPermits = listenerPermits
  }

  deinit { listenerPermits.release() }
}
