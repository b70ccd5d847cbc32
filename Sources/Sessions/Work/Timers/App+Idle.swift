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
  func pendingTimers(_ tree: borrowing Tree, lastChange: Int64) -> [Timer] {
    guard let idle else { return tree.timers }
    return tree.timers.map { $0.firing(at: $0.moment(idle, lastChange: lastChange)) }
      .sorted { $0.precedes($1) }
  }
}
