extension SessionRegistry {
  /// Subscribes a listener to all later revisions of a session.
  ///
  /// - Parameters:
  ///   - token: The hash of the listener's token; the subscription ends when it is no longer the session's token. nil:
  ///     not required.
  ///   - began: Called once, with the content to send first. The listener may have received later revisions by then.
  package func listen(
    _ listener: any Listener, to id: SessionID, from point: ListeningPoint, holding token: [UInt8]? = nil,
    began: @escaping @Sendable (Listening) -> Void
  ) {
    SubscriptionRequest(
      registry: self, id: id, subscription: Subscription(listener, token: token), point: point, began: began
    ).start()
  }

  /// Reads a page of an app's events, without those of sessions that the query's filter excludes.
  package func appEvents(
    _ query: AppEventQuery, read: @escaping @Sendable (Result<AppEventPage, JournalFailure>) -> Void
  ) {
    environment.journal.appEvents(query) { [sessions] result in
      read(result.map { $0.filtered(by: query.filter, sessions) })
    }
  }

  /// Unsubscribes a listener. Events that are already queued are still delivered.
  package func stopListening(_ listener: any Listener, to id: SessionID) {
    sessions[id]?.stopListening(listener)
  }

  /// Reports the listed subscribers of a session.
  package func presences(
    of id: SessionID, answer: @escaping @Sendable (Result<[Presence]?, JournalFailure>) -> Void
  ) {
    sessions.find(id) { answer($0.map { $0?.presences }) }
  }

  /// Takes a device's report that it has drawn a revision. Answers with `unchanged`, or with the reason of a refusal.
  ///
  /// - Parameter token: The hash of the device's token; nil: none.
  package func report(
    shown report: ShownReport, by token: [UInt8]?, of id: SessionID, answer: @escaping @Sendable (Outcome) -> Void
  ) {
    withStore(of: id, answer) { [environment] store, _ in store.report(shown: report, by: token, environment) }
  }

  /// Waits until a device has reported a revision of a session.
  package func wait(_ waiter: ShownWaiter, for id: SessionID) {
    sessions.use(id) { result in
      if case .success(let store?) = result { return store.wait(waiter) }
      waiter.end(false)
      return true
    }
  }

  /// Cancels a wait, also one that has not begun because the session is being loaded.
  package func stopWaiting(_ waiter: ShownWaiter, for id: SessionID) {
    waiter.cancel()
    sessions[id]?.stopWaiting(waiter)
  }
}
