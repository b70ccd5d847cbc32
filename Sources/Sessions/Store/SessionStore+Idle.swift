import Navigation

extension SessionStore {
  /// Restarts the app's idle rule, after an action.
  func restartIdle(_ state: inout State) {
    if let idle = app.idle { state.draft.restart(idle) }
  }

  /// Keeps the idle rule's deadline, for a change without an action.
  func standIdle(_ state: inout State) {
    if let idle = app.idle { state.draft.stand(idle, lastChange: state.updatedAt) }
  }

  /// The pending timers with their effective times, in the order in which they fire.
  func pendingTimers(_ state: borrowing State) -> [Timer] {
    guard let idle = app.idle else { return state.draft.tree.timers }
    return state.draft.tree.timers.map { $0.firing(at: $0.moment(idle, lastChange: state.updatedAt)) }
      .sorted { $0.precedes($1) }
  }
}
