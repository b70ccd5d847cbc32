import Sessions

extension Reader {
  /// A queued read.
  struct Query: Sendable {
    /// Whether the read needs a few rows only. Long reads scan the history of a session, or all sessions.
    let isShort: Bool
    /// The session of the read; nil: all sessions.
    let session: SessionID?
    /// Answers the read, or reads a part of it and returns the rest.
    let run: @Sendable (Reader) -> Query?
  }
}
