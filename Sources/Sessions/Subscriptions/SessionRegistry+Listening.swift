extension SessionRegistry {
  /// Subscribes a listener to all later revisions of a session.
  ///
  /// - Parameter token: The hash of the listener's token; the subscription ends when it is no longer the session's token.
  ///   nil: not required.
  /// - Parameter jwt: The listener's JWT, which has to give it a role in the session.
  /// - Returns: The content to send first. The listener may have received later revisions by then.
  package func listen(
    _ listener: any Listener, to id: SessionID, from point: ListeningPoint, holding token: [UInt8]? = nil,
    jwt: VerifiedToken? = nil
  ) async -> Listening {
    let subscription = Subscription(listener, token: token, jwt: jwt)
    let listening = await SubscriptionRequest(registry: self, id: id, subscription: subscription, point: point).run()
    return await presences?.listed(listener, of: id, token, after: listening) ?? listening
  }

  /// Reads a page of an app's events, without those of sessions that the query's filter excludes.
  package func appEvents(_ query: AppEventQuery) async throws(JournalFailure) -> AppEventPage {
    try await environment.journal.appEvents(query).filtered(by: query.filter, sessions)
  }

  /// Unsubscribes a listener. Events that are already queued are still delivered.
  package func stopListening(_ listener: any Listener, to id: SessionID) {
    sessions[id]?.stopListening(listener)
    if let presence = listener.presence { presences?.remove(presence, of: id) }
  }

  /// The listeners on all nodes; nil: there are no other nodes.
  var presences: NodePresences? { environment.node.shared.map { NodePresences(node: $0, sessions: sessions) } }

  /// Reports the listed subscribers of a session.
  package func presences(of id: SessionID) async throws(JournalFailure) -> [Presence]? {
    guard let store = try await sessions.find(id) else { return nil }
    return try await presences?.list(id) ?? store.presences
  }

  /// Takes a device's report that it has drawn a revision. Answers with `unchanged`, or with the reason of a refusal.
  ///
  /// - Parameter token: The hash of the device's token; nil: none.
  package func report(shown report: ShownReport, by token: [UInt8]?, of id: SessionID) async -> Outcome {
    let outcome = await withStore(of: id) { [self] store, _ in store.report(shown: report, by: token, environment) }
    guard case .unchanged = outcome else { return outcome }
    do throws(JournalFailure) {
      try await environment.journal.write(.shown(id, report, by: token))
      return .unchanged
    } catch {
      return .failed(error)
    }
  }

  /// Waits until a device has reported a revision of a session.
  package func wait(_ waiter: ShownWaiter, for id: SessionID) {
    Task.inline { [self] in
      while let store = try? await sessions.find(id) {
        if store.wait(waiter) {
          // The device may have sent its report to another node before.
          if !waiter.hasEnded { presences?.refresh([store]) }
          return
        }
        sessions.forget(retired: store)
      }
      waiter.end(false)
    }
  }

  /// Cancels a wait, also one that has not begun because the session is being loaded.
  package func stopWaiting(_ waiter: ShownWaiter, for id: SessionID) {
    waiter.cancel()
    sessions[id]?.stopWaiting(waiter)
  }
}
