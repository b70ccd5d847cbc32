import Navigation

// The commits of other nodes, and the division of work among the nodes.
extension SessionRegistry {
  /// Begins to listen to the other nodes, on a shared journal.
  ///
  /// - Parameter onReset: Called with the reason when all sessions in memory were dropped.
  package func startSharing(onReset: @escaping @Sendable (_ reason: String) -> Void = { _ in }) {
    guard let node = environment.shared else { return }
    node.journal.announceMembership { [self] membership in
      node.take(membership)
      environment.messageDispatcher.wake()
      environment.callScheduler.readAgain()
    }
    node.journal.announceHints { [self] hints in
      for hint in hints { take(hint, node, onReset) }
    }
  }

  private func take(_ hint: NodeHint, _ node: SharedNode, _ onReset: @Sendable (String) -> Void) {
    switch hint {
    case .sessions(let ids), .shown(let ids): checkListened(ids.compactMap { sessions[$0] }, node)
    case .timers(let timers):
      for timer in timers where node.owns(timer.session) { environment.timerScheduler.add(timer) }
    case .messages(let shares): if !shares.isDisjoint(with: node.shares) { environment.messageDispatcher.wake() }
    case .calls(let shares): if !shares.isDisjoint(with: node.shares) { environment.callScheduler.readAgain() }
    case .catalogues: break
    case .anything:
      checkListened()
      environment.messageDispatcher.wake()
      environment.callScheduler.readAgain()
    case .reset(let reason):
      dropSessions()
      onReset(reason)
    }
  }

  /// Brings all sessions with listeners up to date. To be called every two seconds on a shared journal, since hints of
  /// other nodes may be lost.
  package func checkListened() {
    guard let node = environment.shared else { return }
    checkListened(sessions.all, node)
  }

  private func checkListened(_ stores: [SessionStore], _ node: SharedNode) {
    for store in stores where store.load.listeners > 0 {
      node.checker.check(store, environment) { [sessions] _ in
        if store.isLost { sessions.forget(store) }
      }
    }
  }

  /// Forgets all sessions in memory, which are loaded again when they are used. Event streams end.
  private func dropSessions() {
    for store in sessions.all {
      store.lose()
      sessions.forget(store)
      store.announceInterruption(by: environment.broadcaster)
    }
  }
}

extension SessionStore {
  /// Retires the store, whose state may not be that of the journal.
  fileprivate func lose() { state.withLock { $0.retire(isStale: false) } }
}
