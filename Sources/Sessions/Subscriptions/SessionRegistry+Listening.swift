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
}
