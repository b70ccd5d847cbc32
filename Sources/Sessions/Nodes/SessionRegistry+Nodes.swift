import Navigation

/// The attempts of a request to a session that other nodes write to.
struct RequestAttempts: Sendable {
  var lost = 0
  /// Milliseconds since 1970.
  let startedAt: Int64

  /// Whether the next one is made under a lock of the session.
  var isExclusive = false

  init(startedAt: Int64) { self.startedAt = startedAt }

  /// The lost races after which a request is carried out under a lock of the session.
  static let mostLost = 2
}

// Requests to sessions that several nodes serve. A request whose write was overtaken is carried out again.
extension SessionRegistry {
  /// Records that a write was overtaken. The request is carried out again: at first after a check, then under a lock.
  ///
  /// - Returns: false when the time for the request is up.
  func mayRepeat(_ attempts: inout RequestAttempts) -> Bool {
    attempts.lost += 1
    attempts.isExclusive = attempts.lost >= RequestAttempts.mostLost
    return environment.now() - attempts.startedAt < environment.limits.storeTimeout
  }

  /// Finds a session's store for the next attempt.
  func find(_ id: SessionID, _ attempts: inout RequestAttempts) async throws(JournalFailure) -> SessionStore? {
    if attempts.isExclusive {
      attempts.isExclusive = false
      if let found = await environment.node.reservations.reserve(id, in: sessions) { return try found.get() }
    }
    return try await sessions.find(id)
  }
}

// The commits of other nodes, and the division of work among the nodes.
extension SessionRegistry {
  /// Begins to listen to the other nodes.
  ///
  /// - Parameter onReset: Called with the reason when all sessions in memory were dropped.
  package func startSharing(onReset: @escaping @Sendable (_ reason: String) -> Void = { _ in }) {
    let node = environment.node
    node.journal.announceMembership { [self] membership in
      node.update(membership)
      environment.messageDispatcher.wake()
      environment.callScheduler.readAgain()
      catchUp()
    }
    node.journal.announceHints { [self] hints in
      for hint in hints { handle(hint, node, onReset) }
    }
  }

  /// A new beginning of the ids of listeners: those of all nodes are in one list.
  package var listenerPrefix: String {
    environment.node.isSole ? "" : String(UInt64.random(in: 0 ... .max), radix: 36) + "-"
  }

  /// Sets how the catalogues of apps are brought up to date when a session needs a version that another node has defined.
  package func refreshCatalogues(with refresh: @escaping @Sendable () async -> Void) {
    environment.node.setRefresh(refresh)
  }

  /// Waits until the catalogues have what other nodes had changed before.
  package func refreshCatalogues() async { await environment.node.refreshCatalogues() }

  private func handle(_ hint: NodeHint, _ node: ServerNode, _ onReset: @Sendable (String) -> Void) {
    switch hint {
    case .sessions(let ids): checkListened(ids.compactMap { sessions[$0] })
    case .shown(let ids): presences?.refresh(ids.compactMap { sessions[$0] })
    case .timers(let timers):
      for timer in timers where node.owns(timer.session) { environment.timerScheduler.add(timer) }
    case .messages(let partitions):
      if node.owns(anyOf: partitions) { environment.messageDispatcher.wake() }
    case .calls(let partitions):
      if node.owns(anyOf: partitions) { environment.callScheduler.readAgain() }
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

  /// Brings all sessions with listeners up to date. To be called every two seconds, since hints of other nodes may be lost.
  package func checkListened() {
    let stores = sessions.all
    checkListened(stores)
    presences?.refresh(stores)
    presences?.removeAgain()
  }

  private func checkListened(_ stores: [SessionStore]) {
    // A session without listeners is compared when a request uses it.
    for store in stores where store.load(at: environment.now()).listeners > 0 {
      Task.inline { [self] in await bringUpToDate(store) }
    }
  }

  /// Applies the commits of other nodes to a session, if the journal can be read; at once if there are none.
  ///
  /// A read of the history that misses a change calls this before it answers, because another node may have deleted or
  /// pruned the session.
  func bringUpToDate(_ store: SessionStore) async {
    guard !environment.node.isSole else { return }
    try? await environment.node.checker.check(store, environment)
    if store.isLost { sessions.forget(store) }
  }

  /// Forgets all sessions in memory, which are loaded again when they are used. Event streams end.
  private func dropSessions() {
    for store in sessions.all {
      // Lost before it is forgotten: a request that has the store already must not use it any more.
      store.lose()
      sessions.forget(store)
      store.endSubscriptions(by: environment.broadcaster) { $0.eventsInterrupted() }
    }
  }
}
