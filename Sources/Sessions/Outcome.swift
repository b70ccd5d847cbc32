import Navigation

/// How a request to a session ended. What speaks of a change is given only once the change is durable.
package enum Outcome: Sendable {
  /// Carried out, or handled without a difference: the receipt as JSON.
  case receipt([UInt8], revision: Int)
  /// The session as JSON.
  case session([UInt8], revision: Int)
  /// What the key's first request was answered.
  case replayed(RenderedAnswer, revision: Int)
  case refused(Refused)
  case deleted
  case notFound
  /// The session has no such timer, or not any more.
  case timerNotFound
  /// The session is at this revision, and the request was meant for another.
  case preconditionFailed(revision: Int)
  /// The key was used for another request.
  case keyReused
  /// The first request with this key has not been answered yet.
  case keyInProgress
  /// So many actions wait in this session that no more are taken.
  case sessionBusy(waiting: Int)
  /// So many changes wait for the disk that no more are taken.
  case journalBusy
  case failed(JournalFailure)
}
