import Navigation

extension LoadedSessions {
  /// Finds a session's store, and brings it up to date with the commits of other nodes.
  func use(_ id: SessionID, onNode node: SharedNode, _ body: @escaping Use) {
    if node.reservations.join(id, body) { return }
    let joined: Use = { [self] result in
      guard case .success(let store?) = result else {
        // The read began before this request arrived.
        use(id, body)
        return true
      }
      check(store, node, body)
      return true
    }
    switch lookUp(id, body, joining: joined) {
    case .found(let store):
      // The request runs in the callback of a check that was sent for it, so a second one would tell nothing new.
      if FreshnessChecker.session == id, call(body, .success(store)) { return }
      check(store, node, body)
    case .mustLoad: load(id)
    case .waits: break
    }
  }

  /// Submits the write that creates or adds a session.
  func submit(
    _ write: Write, of store: SessionStore, settled: @escaping @Sendable (JournalFailure?) -> Void
  ) -> Bool {
    guard let node = environment.shared, let commit = store.creation(environment) else {
      return environment.journal.submit(write, settled: settled)
    }
    return node.journal.submit(write, as: commit, settled: settled)
  }

  private func check(_ store: SessionStore, _ node: SharedNode, _ body: @escaping Use) {
    let body = ThreadWork.continued(body)
    node.checker.check(store, environment) { [self] failure in
      if let failure {
        if !body(.failure(failure)) { use(store.id, body) }
        return
      }
      if !store.isLost, call(body, .success(store)) { return }
      if store.isLost { forget(store) }
      use(store.id, body)
    }
  }
}
