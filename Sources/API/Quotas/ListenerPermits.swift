import Synchronization

/// Limits the number of permits in use: for listeners to all sessions, or for imports.
final class ListenerPermits: Sendable {
  let count: Int
  private let taken = Atomic(0)

  init(_ count: Int) {
    self.count = count
  }

  /// - Returns: nil if all permits are in use.
  func acquire() -> ListenerPermit? {
    // Counted before the comparison: otherwise two callers could both take the last permit.
    guard taken.wrappingAdd(1, ordering: .relaxed).newValue <= count else {
      release()
      return nil
    }
    return ListenerPermit(self)
  }

  fileprivate func release() { taken.wrappingSubtract(1, ordering: .relaxed) }
}

/// A permit, which is released with the last reference to it.
final class ListenerPermit: Sendable {
  private let listenerPermits: ListenerPermits

  fileprivate init(_ listenerPermits: ListenerPermits) {
    self.listenerPermits = listenerPermits
  }

  // With the reference, so that no code path can forget it (docs/decisions/0038).
  deinit { listenerPermits.release() }
}
