import Navigation

extension SessionStore {
  /// The draft holds what an action did: the app's idle rule begins anew.
  func restartIdle(_ state: inout State) {
    if let idle = app.idle { state.draft.restart(idle) }
  }

  /// The draft is to hold what no action did: the idle rule goes on as it would have.
  func standIdle(_ state: inout State) {
    if let idle = app.idle { state.draft.stand(idle, lastChange: state.updatedAt) }
  }

  /// What is pending, each with its true moment, in the order in which it comes.
  func pendingTimers(_ state: borrowing State) -> [Timer] {
    guard let idle = app.idle else { return state.draft.tree.timers }
    return state.draft.tree.timers.map { $0.firing(at: $0.moment(idle, lastChange: state.updatedAt)) }
      .sorted { $0.precedes($1) }
  }
}
