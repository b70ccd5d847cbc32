extension Journal {
  /// Submits a write, and waits until it is durable.
  ///
  /// - Parameter commit: The commit of a write to a session, on a shared journal.
  /// - Returns: false when the queue of writes is full.
  package func store(_ write: Write, as commit: SessionCommit? = nil) async throws(JournalFailure) -> Bool {
    let result: Result<Bool, JournalFailure> = await awaiting { [self] stored in
      let settled = { @Sendable (failure: JournalFailure?) in
        stored(failure.map(Result.failure) ?? .success(true))
      }
      let isTaken =
        if let commit, let journal = self as? any SharedJournal {
          journal.submit(write, as: commit, settled: settled)
        } else {
          submit(write, settled: settled)
        }
      if !isTaken { stored(.success(false)) }
    }
    return try result.get()
  }
}
