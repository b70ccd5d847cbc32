import Navigation

/// How a request to a session ended. What speaks of a change is given only once the change is durable.
package enum Outcome: Sendable {
  /// Carried out, or handled without a difference: the receipt as JSON.
  case receipt([UInt8], revision: Int)
  /// The session as JSON.
  case session([UInt8], revision: Int)
  /// What the key's first request was answered.
  case replayed(StoredResponse, revision: Int)
  case refused(Refused)
  case deleted
  /// Another token opens the session from now on, or none does.
  case tokenChanged
  /// The session's lease from now on; nil: it has none.
  case leased(Lease?)
  /// Somebody else holds a lease, at that time: in milliseconds since 1970.
  case locked(Lease, at: Int64)
  /// As many sessions are leased as may be.
  case tooManyLeases
  case notFound
  /// The state of that revision is not kept any more; the oldest that is.
  case pruned(Int, oldest: Int)
  /// There is no such revision yet; the last one.
  case noSuchRevision(Int, last: Int)
  /// The session has no such timer, or not any more.
  case timerNotFound
  /// Dealt with, without a difference: what is said of messages, which are not answered.
  case unchanged
  /// So many messages are on their way to a session that no more are taken.
  case mailboxFull(limit: Int)
  /// The timer's moment has moved: in milliseconds since 1970.
  case notDue(Int64)
  /// The session is at this revision, and the request was meant for another.
  case preconditionFailed(revision: Int)
  /// The key was used for another request.
  case keyReused
  /// The first request with this key has not been answered yet.
  case keyInProgress
  /// So many actions wait in this session that no more are taken.
  case sessionBusy(waiting: Int)
  /// So many reads of the session's past wait that no more are taken.
  case readsBusy(waiting: Int)
  /// So many changes wait for the disk that no more are taken.
  case journalBusy
  case failed(JournalFailure)
}
