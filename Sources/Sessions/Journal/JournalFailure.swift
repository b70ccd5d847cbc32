/// The reason that a write or a read failed.
package enum JournalFailure: Error, Equatable, Sendable {
  /// No space left; reported as 507.
  case full(String)
  /// The disk or the database is unavailable; reported as 503.
  case unavailable(String)
  /// The stored data of this session is corrupted; reported as 503 for this session only.
  case damaged(String)
  /// The session, its app or its definition has ended the process repeatedly; reported as 503, with the seconds until the
  /// end of the quarantine.
  case quarantined(String, retryAfter: Int)
  /// This session of the same app has the key; reported as 409.
  case keyTaken(SessionID)
  /// Another node has written to the session first; the request is carried out again, and no client sees it.
  case overtaken
  /// Whether the write is durable could not be found out; reported as 503 with the code `outcome-unknown`.
  case unknown(String)
  /// A batch job has done the session before, or has ended, or another request with its key has started one; no client sees
  /// it. With several nodes only.
  case doneBefore
  /// The mailbox of a message's recipient has reached its limit.
  case mailboxFull(limit: MailboxLimit)

  /// The description, without the kind of failure.
  package var reason: String {
    switch self {
    case .full(let detail), .unavailable(let detail), .damaged(let detail), .unknown(let detail),
      .quarantined(let detail, _):
      detail
    case .keyTaken(let id): "the session \(id.text) has this key"
    case .overtaken: "another node has written to the session"
    case .doneBefore: "it was done before"
    case .mailboxFull(let limit): "the recipient's mailbox has reached its limit, \(limit)"
    }
  }
}
