extension SessionStore {
  /// Takes a device's report, and tells it to the other listeners.
  ///
  /// - Parameter token: The hash of the device's token; nil: none.
  func report(
    shown report: ShownReport, by token: [UInt8]?, _ environment: SessionEnvironment
  ) -> StoreResult {
    var ended: [ShownWaiter] = []
    let result = state.withLock { state -> StoreResult in
      if state.isRetired { return .retired }
      if state.isDeleted { return .answered(.notFound) }
      let last = state.committedVersion.revision
      guard report.revision <= last else { return .answered(.noSuchRevision(report.revision, last: last)) }
      let others = state.subscriptions.active.filter { token == nil || $0.token != token }
      let isKept = state.subscriptions.active.contains { $0.token == token }
      ended = state.subscriptions.shown.add(report, by: token, isKept: isKept)
      if !others.isEmpty { environment.broadcaster.announce(report, to: others.map(\.listener)) }
      return .answered(.unchanged)
    }
    for waiter in ended { waiter.ended(true) }
    return result
  }

  /// Lets a waiter wait for its revision.
  ///
  /// - Returns: false when the store was unloaded.
  func wait(_ waiter: ShownWaiter) -> Bool {
    var result: Bool?
    let isRetired = state.withLock { state in
      if state.isRetired { return true }
      if state.isDeleted { result = false } else if !state.subscriptions.shown.add(waiter) { result = true }
      return false
    }
    if let result { waiter.ended(result) }
    return !isRetired
  }

  func stopWaiting(_ waiter: ShownWaiter) {
    state.withLock { $0.subscriptions.shown.remove(waiter) }
  }
}

extension SessionRegistry {
  /// Takes a device's report that it has drawn a revision. Answers with `unchanged`, or with the reason of a refusal.
  ///
  /// - Parameter token: The hash of the device's token; nil: none.
  package func report(
    shown report: ShownReport, by token: [UInt8]?, of id: SessionID, answer: @escaping @Sendable (Outcome) -> Void
  ) {
    withStore(of: id, answer) { [environment] store in store.report(shown: report, by: token, environment) }
  }

  /// Waits until a device has reported a revision of a session.
  package func wait(_ waiter: ShownWaiter, for id: SessionID) {
    sessions.use(id) { result in
      if case .success(let store?) = result { return store.wait(waiter) }
      waiter.ended(false)
      return true
    }
  }

  /// Ends a wait; the waiter is not called any more, unless it is being called.
  package func stopWaiting(_ waiter: ShownWaiter, for id: SessionID) {
    sessions[id]?.stopWaiting(waiter)
  }
}
