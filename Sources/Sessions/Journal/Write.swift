import Navigation

/// An atomic write.
package indirect enum Write: Sendable {
  /// Creates a session at revision 1, with its first snapshot. Fails if another session of the app has its key.
  case create(StateSnapshot, record: IdempotencyRecord? = nil)
  /// Appends a change of a session; its snapshot follows later.
  case change(Change, of: any SnapshotOwner)
  /// Stores the response to a request with an idempotency key that changed nothing.
  case record(IdempotencyRecord)
  /// Stores changes of an imported session, invisible until `add`. The next start removes the changes of an incomplete
  /// import.
  case importSlice(ImportSlice)
  /// Adds a session whose changes have been imported, and its app if it is missing. Fails as damaged if the session
  /// exists.
  case add(ImportedSession)
  /// Adds a new session at revision 1 and its first changes: that of its start, which has outputs and messages, and that of
  /// the request that creates it.
  case begin(ImportedSession, [Change], of: any SnapshotOwner)
  /// Deletes changes of a failed import, by revision; the last of these writes ends it.
  case dropImport(SessionID, revisions: Range<Int>, isLast: Bool)
  /// Prunes the history before a revision that the snapshot already has. Earlier changes are unavailable immediately and
  /// are deleted from the disk gradually.
  case prune(SessionID, before: Int)
  /// Replaces the tokens of a session: that of its creation by its hash, empty if no such token opens the session, and the others.
  case tokens(SessionID, creation: [UInt8], others: SessionTokens)
  /// Replaces the labels of a session, and gives it a key. Fails if another session of the app has the key.
  case labels(SessionID, Labels, key: SessionKey?)
  /// Sets or ends the lease of a session, with several nodes only; elsewhere leases are kept in memory.
  case lease(SessionID, Lease?)
  /// Deletes a session with all its data.
  case delete(SessionID, as: Deletion = Deletion())
  /// Drops a message that its recipient refuses.
  case dismiss(Int64)
  /// Records a failed attempt of a call, if it still waits.
  case deferCall(String, attempts: Int, failure: String, due: Int64)
  /// Writes nothing; completes with nil if the database accepts new sessions and changes, otherwise with the reason.
  case probe
  /// Adds a version of an app.
  case define(StoredApp)
  /// Withdraws versions of an app; existing sessions keep them.
  case withdraw(app: String, versions: [Int], at: Int64)
  /// Reinstates a withdrawn version.
  case reinstate(app: String, version: Int)
  /// Sets the rollout of an app; nil: there is none.
  case rollout(Rollout?, of: String)
  /// Changes the counts of flows, besides those that snapshots change.
  case flows(FlowWrite)
  /// Changes a webhook or its pending outputs.
  case webhook(WebhookWrite)
  /// Changes the keys of an app.
  case appKey(AppKeyWrite)
  /// Changes the operators.
  case operators(OperatorWrite)
  /// Changes a batch job.
  case batch(BatchWrite)
}
