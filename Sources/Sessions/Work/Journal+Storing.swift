extension Journal {
  /// Submits a write, and waits until it is durable.
  ///
  /// - Parameter commit: The commit of a write to a session that other nodes write to.
  /// - Returns: false when the queue of writes is full.
  package func store(_ write: Write, as commit: SessionCommit? = nil) async throws(JournalFailure) -> Bool {
    let result: Result<Bool, JournalFailure> = await awaiting { [self] stored in
      let settled = { @Sendable (failure: JournalFailure?) in
        stored(failure.map(Result.failure) ?? .success(true))
      }
      if !submit(write, as: commit, settled: settled) { stored(.success(false)) }
    }
    return try result.get()
  }
}
