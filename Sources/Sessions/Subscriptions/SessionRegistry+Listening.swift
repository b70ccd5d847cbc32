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
    let began = presences?.listing(listener, of: id, token, then: began) ?? began
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
    if let presence = listener.presence { presences?.remove(presence, of: id) }
  }

  /// The listeners on all nodes; nil: the journal is not shared.
  var presences: SharedPresences? { environment.shared.map { SharedPresences(node: $0, sessions: sessions) } }

  /// Reports the listed subscribers of a session.
  package func presences(
    of id: SessionID, answer: @escaping @Sendable (Result<[Presence]?, JournalFailure>) -> Void
  ) {
    sessions.find(id) { [presences] result in
      guard case .success(_?) = result, let presences else { return answer(result.map { $0?.presences }) }
      presences.list(id) { answer($0.map(Optional.some)) }
    }
  }

  /// Takes a device's report that it has drawn a revision. Answers with `unchanged`, or with the reason of a refusal.
  ///
  /// - Parameter token: The hash of the device's token; nil: none.
  package func report(
    shown report: ShownReport, by token: [UInt8]?, of id: SessionID, answer: @escaping @Sendable (Outcome) -> Void
  ) {
    let answer = presences?.storing(report, by: token, of: id, then: answer) ?? answer
    withStore(of: id, answer) { [environment] store, _ in store.report(shown: report, by: token, environment) }
  }

  /// Waits until a device has reported a revision of a session.
  package func wait(_ waiter: ShownWaiter, for id: SessionID) {
    sessions.use(id) { [presences] result in
      if case .success(let store?) = result {
        guard store.wait(waiter) else { return false }
        // The device may have sent its report to another node before.
        if !waiter.hasEnded { presences?.refresh([store]) }
        return true
      }
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
