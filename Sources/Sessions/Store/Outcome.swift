import Navigation

/// The result of a request to a session. An outcome that depends on a change is delivered after the change is durable.
package enum Outcome: Sendable {
  /// Carried out, possibly without a change: the receipt as JSON.
  case receipt([UInt8], revision: Int)
  /// The session as JSON.
  case session([UInt8], revision: Int)
  /// The stored response to the first request with this key.
  case replayed(StoredResponse, revision: Int)
  case refused(ActionError)
  case deleted
  /// The session's token was replaced or removed.
  case tokenChanged
  /// The session's current lease; nil: none.
  case leased(Lease?)
  /// Another client holds this lease. `at` is the time of the check in milliseconds since 1970.
  case locked(Lease, at: Int64)
  /// The limit of leases is reached.
  case tooManyLeases
  case notFound
  /// The state of that revision was pruned; `oldest` is the oldest available revision.
  case pruned(Int, oldest: Int)
  /// The revision does not exist; `last` is the session's current revision.
  case noSuchRevision(Int, last: Int)
  /// The session has no pending timer with that id.
  case timerNotFound
  /// Handled without a change. Used for messages, which have no receipt.
  case unchanged
  /// The recipient's mailbox holds its limit of undelivered messages.
  case mailboxFull(limit: MailboxLimit)
  /// The timer was rescheduled to this time in milliseconds since 1970.
  case notDue(Int64)
  /// The session is at this revision, which the precondition does not allow.
  case preconditionFailed(revision: Int)
  /// The key was used for a different request.
  case keyReused
  /// The first request with this key is still running.
  case keyInProgress
  /// The session's limit of pending actions is reached.
  case sessionBusy(waiting: Int)
  /// The limit of waiting reads of the session's history is reached.
  case readsBusy(waiting: Int)
  /// The costly requests of the session or its app that wait for a turn have reached their limit.
  case turnsBusy
  /// The journal's queue is full.
  case journalBusy
  case failed(JournalFailure)
}

/// Receives the outcome of a request, once.
package typealias Answer = @Sendable (Outcome) -> Void

/// The reason that a request has no result, as its outcome.
package struct OutcomeError: Error {
  package let outcome: Outcome

  package init(outcome: Outcome) { self.outcome = outcome }

  init(_ failure: JournalFailure) { outcome = .failed(failure) }
}

/// The result of a call of a store.
enum StoreResult {
  case answered(Outcome)
  /// The answer follows when the journal has completed a write.
  case pending
  /// The store was unloaded; the session has to be looked up again.
  case retired
  /// The request takes more steps than this thread may take. Nothing was changed or answered.
  case costly
}
