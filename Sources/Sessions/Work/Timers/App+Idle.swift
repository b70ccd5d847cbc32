import Navigation

extension App {
  /// Restarts the idle rule, after an action.
  func restartIdle(_ draft: inout Draft) {
    if let idle { draft.restart(idle) }
  }

  /// Keeps the idle rule's deadline, for a change without an action.
  func fixIdleTime(_ draft: inout Draft, lastChange: Int64) {
    if let idle { draft.fixTime(of: idle, lastChange: lastChange) }
  }

  /// Returns the pending timers with their effective times, in the order in which they fire.
  func pendingTimers(_ tree: borrowing Tree, lastChange: Int64, _ clock: TimerClock) -> [Timer] {
    guard idle != nil || tree.timers.contains(where: { $0.recurrence != nil }) else { return tree.timers }
    return tree.timers.compactMap { timer in
      timer.due(idle, lastChange: lastChange, clock).map { timer.firing(at: $0, refused: timer.lastRefusal) }
    }
    .sorted { $0.precedes($1) }
  }
}

/// The times from which due times are computed, in milliseconds since 1970.
package struct TimerClock: Sendable {
  let now: Int64
  /// The start of the process.
  let startedAt: Int64
}

extension Timer {
  /// The effective due time; nil: a recurring timer that skips what it missed has no time left.
  func due(_ idle: Idle?, lastChange: Int64, _ clock: TimerClock) -> Int64? {
    guard let recurrence else { return moment(idle, lastChange: lastChange) }
    // Attempts that were refused again are not stored, so those times have not been missed.
    if lastRefusal != nil {
      let attempted = max(clock.startedAt, clock.now - Self.longestAttempt) - 1
      return fireAt > attempted ? fireAt : recurrence.next(after: attempted)
    }
    guard recurrence.missed == .skip, fireAt < clock.startedAt else { return fireAt }
    return recurrence.next(after: clock.startedAt - 1)
  }

  /// The time within which an attempt is made, in milliseconds: an older one that was refused is over.
  private static let longestAttempt: Int64 = 60_000

  /// The next firing of a recurring timer after a time; nil: none.
  func next(after time: Int64) -> Int64? { recurrence?.next(after: max(time, fireAt)) }
}
