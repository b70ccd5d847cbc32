import Sessions

// A long history is erased a part at a time, since the writes of other sessions wait for each transaction.
extension Writer {
  /// Records that a part was erased. A deletion is queued again once the history of its session is gone; a crash before
  /// that leaves the session, whose deletion was not acknowledged.
  func recordErased(_ part: PrunedHistory.ErasureBatch) {
    guard case .history(let session) = part else { return prunedHistory.erased(part) }
    let deletion = deletions.removeFirst().submission
    erasedHistories.insert(session)
    if !queue.putRegardless(.write(deletion)) { deletion.settled(.unavailable("the journal is closed")) }
  }

  /// Fails the deletion whose turn it is. Its session stays, with less history.
  func failDeletion(_ failure: JournalFailure) { deletions.removeFirst().submission.settled(failure) }

  /// Keeps the deletions of a transaction that have to wait.
  func postpone(_ transaction: borrowing WriteTransaction) {
    for index in transaction.postponed.sorted() {
      if case .write(let submission) = transaction.jobs[index], case .delete(let session, _) = submission.write {
        deletions.append((session, submission))
      }
    }
  }
}
