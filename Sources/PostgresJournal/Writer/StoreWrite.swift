import Sessions

/// A write that waits for its commit, with its completion.
final class StoreWrite: Sendable {
  let write: Write
  /// nil: a write that belongs to no session.
  let commit: SessionCommit?
  /// The time until which the commit is tried.
  let deadline: Deadline
  let settled: Settled

  init(
    _ write: Write, as commit: SessionCommit?, until deadline: Deadline,
    settled: @escaping Settled
  ) {
    self.write = write
    self.commit = commit
    self.deadline = deadline
    self.settled = settled
  }

  /// Whether a job makes the change.
  var isOfBatch: Bool { if case .change(let change, _) = write { change.batch != nil } else { false } }
}
