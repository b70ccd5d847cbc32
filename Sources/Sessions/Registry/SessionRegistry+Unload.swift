extension SessionRegistry {
  /// Unloads the least recently used sessions when memory use exceeds the limit.
  package func unloadIfNeeded() {
    guard memory.isExceeded, memory.beginUnloading() else { return }
    environment.later { [self] in
      let oldestFirst = loadedStores.map { (store: $0, lastUse: $0.footprint.lastUse.load(ordering: .relaxed)) }
        .sorted { $0.lastUse < $1.lastUse }
      unload(oldestFirst.map(\.store)[...])
    }
  }

  /// Unloads one session after the other. Each is projected first, so that its tables are complete.
  private func unload(_ stores: ArraySlice<SessionStore>) {
    guard !memory.hasRoom, let store = stores.first else {
      // Sessions that were loaded in the meantime are not in the list.
      if memory.endUnloading() { unloadIfNeeded() }
      return
    }
    environment.journal.project(store) { [self] failure in
      if failure == nil, store.retire() { forget(store) }
      // Off the journal's thread, without growing its stack.
      environment.later { [self] in unload(stores.dropFirst()) }
    }
  }
}

extension SessionStore {
  /// Closes the store permanently if no state would be lost; its users have to look up the session again. The lease is
  /// kept by the registry.
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
