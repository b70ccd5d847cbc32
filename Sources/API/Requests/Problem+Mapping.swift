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
    self.init(400, "bad-json", "The body is not JSON: \(error.message) (line \(error.line), column \(error.column)).")
  }

  /// - Parameter isExplained: Whether the detail has what clients must not know, such as expressions of the app.
  init(_ refused: Refused, isExplained: Bool = false) {
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
        "There is no space left for the change (\(detail)). Nothing was changed, and reading goes on; free some space.")
    case .unavailable, .overtaken, .doneBefore:
      self.init(
        503, "storage-unavailable",
        "The storage does not work now (\(failure.reason)). Nothing was changed; send it again later.")
    case .unknown(let detail):
      self.init(
        503, "outcome-unknown",
        "Whether the change is stored could not be found out (\(detail)). Read the session, or send the request again "
          + "with the same `Idempotency-Key`.")
    case .mailboxFull(let limit):
      self = .mailboxFull(limit)
      return
    case .damaged(let detail):
      self.init(503, "session-damaged", detail)
    case .quarantined(let detail, let seconds):
      self.init(503, "quarantined", detail, retryAfter: seconds)
      return
    case .keyTaken:
      self.init(409, "key-taken", "Another session of the app has this key.")
      return
    }
    retryAfter = 1
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
        "As many sessions are leased as may be; ask again when some of these leases have ended.")
      retryAfter = 10
    case .notFound:
      self = .noSession(session)
    case .pruned(let revision, let oldest):
      self.init(
        410, "revision-pruned", "Revision \(revision) is not kept any more; the oldest that is is \(oldest).")
    case .noSuchRevision(let revision, let last):
      self.init(404, "no-such-revision", "The session is at revision \(last); it has no revision \(revision) yet.")
    case .timerNotFound:
      self.init(
        404, "no-such-timer",
        "There is no such timer, or not any more: it has fired or was cancelled. `GET …/timers` lists those that are "
          + "pending.")
    case .mailboxFull(let limit):
      self = .mailboxFull(limit)
    case .preconditionFailed(let revision):
      self.init(412, "revision-differs", "The session is at revision \(revision), not at the one that If-Match names.")
    case .keyReused:
      self = .keyReused
    case .keyInProgress:
      self = .keyInProgress
    case .sessionBusy(let waiting):
      self.init(429, "session-busy", "\(waiting) actions of this session wait for the disk, which is the limit.")
      retryAfter = 1
    case .readsBusy(let waiting):
      self.init(
        429, "too-many-reads", "\(waiting) reads of this session's past wait, which is the limit; ask again later.")
      retryAfter = 1
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
    let holder = lease.name.map { "\"\($0)\"" } ?? "A client that gave no name"
    self.init(
      423, "session-leased",
      "\(holder) alone may write to this session until \(JSONTimestamp.text(lease.expiresAt)). Wait, or take over with `POST …/lease` and "
        + "`\"takeOver\": true`; who holds the lease sends it as `Lease`.")
    retryAfter = Int(max(1, (lease.expiresAt - now + 999) / 1_000))
  }

  static func noSession(_ id: String) -> Problem {
    Problem(404, "no-such-session", "There is no session \"\(id)\"; `POST /v1/sessions` makes one.")
  }

  static func sessionExpired(_ id: String) -> Problem {
    Problem(
      404, "session-expired", "The session \"\(id)\" was deleted, since it had not changed until its time of expiry.")
  }

  static func sessionDeleted(_ id: String) -> Problem {
    Problem(404, "session-deleted", "The session \"\(id)\" was deleted while the request waited for a change of it.")
  }

  /// - Parameter end: Milliseconds since 1970.
  static func tokenExpired(_ end: Int64) -> Problem {
    Problem(
      401, "token-expired",
      "The token expired or was deleted at \(JSONTimestamp.text(end)); send the one that replaces it.")
  }

  static let keyReused = Problem(
    422, "idempotency-key-reused",
    "This Idempotency-Key came with another request before; give each request a key of its own.")

  static let keyInProgress = Problem(
    409, "idempotency-key-in-progress", "The first request with this Idempotency-Key has not been answered yet.")

  private static func mailboxFull(_ limit: MailboxLimit) -> Problem {
    var problem = Problem(
      429, "mailbox-full",
      "A recipient's mailbox is full. It takes at most \(limit); send the message again when some are delivered.")
    problem.retryAfter = 1
    return problem
  }

  static var turnsBusy: Problem {
    var problem = Problem(
      429, "too-many-costly-requests",
      "Too many requests that take long wait for this session or its app. Retry in 1 s, and send fewer at a time.")
    problem.retryAfter = 1
    return problem
  }

  static var journalBusy: Problem {
    var problem = Problem(503, "journal-busy", "So many changes wait for the disk that no more are taken.")
    problem.retryAfter = 1
    return problem
  }
}
