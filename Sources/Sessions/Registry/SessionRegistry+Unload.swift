extension SessionRegistry {
  /// Unloads the sessions that were not used for longest, when all together take too much.
  package func unloadIfNeeded() {
    guard memory.isExceeded, memory.beginUnloading() else { return }
    environment.later { [self] in
      let oldestFirst = loadedStores.map { (store: $0, lastUse: $0.footprint.lastUse.load(ordering: .relaxed)) }
        .sorted { $0.lastUse < $1.lastUse }
      unload(oldestFirst.map(\.store)[...])
    }
  }

  /// One after the other: each is projected first, so that its tables say all there is to know.
  private func unload(_ stores: ArraySlice<SessionStore>) {
    guard !memory.hasRoom, let store = stores.first else {
      // What came into memory meanwhile is not in the list.
      if memory.endUnloading() { unloadIfNeeded() }
      return
    }
    environment.journal.project(store) { [self] failure in
      if failure == nil, store.retire() { forget(store) }
      // Not on the journal's thread, and not deeper in its stack with each session.
      environment.later { [self] in unload(stores.dropFirst()) }
    }
  }
}

extension SessionStore {
  /// Closes the store for good if nothing would be lost: whoever holds it has to look the session up again. A lease is not
  /// lost: the registry has it.
  fileprivate func retire() -> Bool {
    state.withLock { state in
      guard state.pending.isEmpty, state.runningKeys.isEmpty, state.dirtyRows.isEmpty, state.subscriptions.isEmpty,
        state.prunings == 0, !state.isRetired
      else { return false }
      state.isRetired = true
      return true
    }
  }
}
