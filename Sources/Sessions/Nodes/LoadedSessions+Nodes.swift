import Navigation

extension LoadedSessions {
  /// The store of a session in memory, if it has the commits of all nodes without a check.
  func current(_ id: SessionID) -> SessionStore? { environment.node.isSole ? self[id] : nil }

  /// Finds a session's store, and brings it up to date with the commits of other nodes.
  func findChecked(_ id: SessionID) async throws(JournalFailure) -> SessionStore? {
    let node = environment.node
    while true {
      if node.reservations.hasQueue(of: id), let found = await node.reservations.join(id) { return try found.get() }
      switch await lookUp(id) {
      case (let found, .journal): return try found.get()
      case (.success(let store?), let source):
        // The request runs in the callback of a check that was sent for it, so a second one would tell nothing new.
        if source == .memory, FreshnessChecker.session.current == id, !store.isRetired { return store }
        try await node.checker.check(store, environment)
        if !store.isLost { return store }
        forget(store)
      // The read began before this request arrived.
      case (.success(nil), _), (.failure, _): break
      }
    }
  }

  /// Writes the creation or the import of a session.
  ///
  /// - Returns: false when the queue of writes is full.
  func store(_ write: Write, of store: SessionStore) async throws(JournalFailure) -> Bool {
    try await environment.journal.store(write, as: store.creation(environment))
  }
}
