/// The start of a subscription.
package enum ListeningPoint: Sendable {
  /// The current session.
  case now
  /// The changes after a revision.
  case after(Int)
  /// The changes after the one that sent an output.
  case afterOutput(Int)
}

/// The result of a subscription request.
package enum Listening: Sendable {
  /// Starts with the session at this revision.
  ///
  /// - isReset: The changes after the requested revision were pruned.
  case snapshot([UInt8], revision: Int, isReset: Bool)
  /// Starts with the missed changes.
  ///
  /// - isReset: Some of them were pruned.
  case backlog(EventReplay, isReset: Bool)
  /// The session does not exist, or the token is not valid for it.
  case notFound
  case deleted
  /// The session's limit of subscribers is reached.
  case crowded(limit: Int)
  /// The sessions of the app exceed its share of memory; a subscription would keep the session loaded.
  case shareTaken(app: String)
  case failed(JournalFailure)
}
