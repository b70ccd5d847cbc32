import HTTP
import JSON
import Navigation
import Sessions

// Maps the errors of the modules below to problems. This is the only place that assigns a status to an error.

extension Problem {
  init(_ error: RequestError) {
    self.init(error.status, error.code, error.detail)
    if status == 503 { retryAfter = 1 }
  }

  /// The body is not valid JSON.
  init(_ error: JSONError) {
    self.init(
      400, "bad-json", "The body is not valid JSON: \(error.message) (line \(error.line), column \(error.column)).")
  }

  /// - Parameter isExplained: Whether the detail has what clients must not know, such as expressions of the app.
  init(_ refused: ActionError, isExplained: Bool = false) {
    let status =
      switch refused.refusal.kind {
      case .state: 409
      case .invalid: 422
      case .absent: 404
      case .role: 403
      }
    self.init(status, refused.refusal.code, isExplained ? refused.refusal.explanation : refused.refusal.detail)
    faults = refused.faults
  }

  init(_ failure: JournalFailure) {
    switch failure {
    case .full(let detail):
      self.init(
        507, "disk-full",
        "The disk is full (\(detail)). Nothing was changed, and reads still work; free some space.")
    case .unavailable, .overtaken, .doneBefore:
      self.init(
        503, "storage-unavailable",
        "The database is unavailable (\(failure.reason)). Nothing was changed; retry later.")
    case .unknown(let detail):
      self.init(
        503, "outcome-unknown",
        "It is unknown whether the change is stored (\(detail)). Read the session, or send the request again with the "
          + "same `Idempotency-Key`.")
    case .mailboxFull(let limit):
      self = .mailboxFull(limit)
      return
    case .damaged(let detail):
      self.init(503, "session-damaged", detail)
    case .quarantined(let detail, let seconds):
      self.init(503, "quarantined", detail, retryAfter: seconds)
      return
    case .keyTaken:
      self.init(
        409, "key-taken",
        "Another session of the app has this key; use another key, or get that session with `\"ifExists\": \"return\"`."
      )
      return
    }
    retryAfter = 1
    isOvertaken = failure == .overtaken
  }

  /// The problem for a failed outcome; nil for a success.
  ///
  /// - Parameters:
  ///   - session: The session id as sent.
  ///   - isExplained: Whether the detail has what clients must not know.
  init?(_ outcome: Outcome, session: String, isExplained: Bool = false) {
    switch outcome {
    case .receipt, .session, .replayed, .deleted, .tokenChanged, .leased, .unchanged, .notDue:
      return nil
    case .refused(let refused):
      self.init(refused, isExplained: isExplained)
    case .locked(let lease, let now):
      self.init(lease, at: now)
    case .tooManyLeases:
      self.init(
        503, "too-many-leases",
        "Lease limit reached for this server (--max-leases). Retry in 10 s.", retryAfter: 10)
    case .notFound:
      self = .noSession(session)
    case .pruned(let revision, let oldest):
      self.init(
        410, "revision-pruned", "Revision \(revision) has been pruned; the oldest available revision is \(oldest).")
    case .noSuchRevision(let revision, let last):
      self.init(404, "no-such-revision", "The session has no revision \(revision); the newest is \(last).")
    case .timerNotFound:
      self.init(
        404, "no-such-timer",
        "No pending timer has this id; it may have fired or been cancelled. `GET …/timers` lists the pending timers.")
    case .mailboxFull(let limit):
      self = .mailboxFull(limit)
    case .preconditionFailed(let revision):
      self.init(
        412, "revision-differs",
        "The session is at revision \(revision), which If-Match does not name. Read the session again.")
    case .keyReused:
      self = .keyReused
    case .keyInProgress:
      self = .keyInProgress
    case .sessionBusy(let waiting):
      self.init(
        429, "session-busy", "\(waiting) actions of this session wait to be written, the limit. Retry in 1 s.",
        retryAfter: 1)
    case .readsBusy(let waiting):
      self.init(
        429, "too-many-reads", "\(waiting) reads of this session's history wait, the limit. Retry in 1 s.",
        retryAfter: 1)
    case .turnsBusy:
      self = .turnsBusy
    case .journalBusy:
      self = .journalBusy
    case .failed(let failure):
      self.init(failure)
    }
  }

  /// Another client holds the session's lease.
  init(_ lease: Lease, at now: Int64) {
    let holder = lease.name.map { "\"\($0)\"" } ?? "A client without a name"
    self.init(
      423, "session-leased",
      "\(holder) has the lease of this session until \(JSONTimestamp.text(lease.expiresAt)) and is the only one that may write. Wait, or "
        + "take over with `POST …/lease` and `\"takeOver\": true`. The holder sends the lease as `Lease`.")
    // Rounded up, so that the lease has ended when the client retries.
    retryAfter = Int(max(1, (lease.expiresAt - now + 999) / 1_000))
  }

  static func noSession(_ id: String) -> Problem {
    Problem(404, "no-such-session", "There is no session \"\(id)\"; `POST /v1/sessions` creates one.")
  }

  static func noSession(key: String, of app: String) -> Problem {
    Problem(404, "no-such-session", "No session of the app \"\(app.prefix(80))\" has the key \"\(key.prefix(80))\".")
  }

  static func sessionExpired(_ id: String) -> Problem {
    Problem(
      404, "session-expired",
      "The session \"\(id)\" expired and was deleted, since it had no change for longer than `expires`.")
  }

  static func sessionDeleted(_ id: String) -> Problem {
    Problem(404, "session-deleted", "The session \"\(id)\" was deleted while the request waited for its next change.")
  }

  /// - Parameter end: Milliseconds since 1970.
  static func tokenExpired(_ end: Int64) -> Problem {
    Problem(
      401, "token-expired",
      "The token expired, was deleted or was replaced at \(JSONTimestamp.text(end)); get a new one where this one came from."
    )
  }

  static let keyReused = Problem(
    422, "idempotency-key-reused",
    "This Idempotency-Key was used before, with a different request; use a new key for each request.")

  static let keyInProgress = Problem(
    409, "idempotency-key-in-progress", "The first request with this Idempotency-Key is still in progress; retry later."
  )

  private static func mailboxFull(_ limit: MailboxLimit) -> Problem {
    Problem(
      429, "mailbox-full",
      "The mailbox of a recipient is full; its limit is \(limit). Retry when some messages are delivered.",
      retryAfter: 1)
  }

  static let turnsBusy = Problem(
    429, "too-many-costly-requests",
    "Too many costly requests wait for this session or its app. Retry in 1 s, and send fewer at a time.",
    retryAfter: 1)

  static let journalBusy = Problem(503, "journal-busy", "Write queue full. Retry in 1 s.", retryAfter: 1)
}
