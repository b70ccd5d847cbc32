/// A write of a batch job.
package enum BatchWrite: Sendable {
  /// Adds a job with its state, counts and examples, and the response to the idempotency key of its request.
  case add(StoredBatch, record: IdempotencyRecord?)
  /// Records that the matching sessions up to this one are done.
  case advance(BatchID, to: SessionID)
  /// Counts a session that was not changed.
  case count(BatchID, SessionID, BatchOutcome)
  case end(BatchID, Batch.State, at: Int64)
}

/// The stored form of a batch job.
package struct StoredBatch: Sendable {
  package let id: BatchID
  /// JSON.
  package let request: [UInt8]
  package let state: String
  /// Milliseconds since 1970.
  package let startedAt: Int64
  package let finishedAt: Int64?
  package let cursor: SessionID?
  package let counts: [Count]
  package let examples: [BatchExample]
  /// The sessions after the cursor that are done.
  package let done: Set<SessionID>

  package init(
    id: BatchID, request: [UInt8], state: String, startedAt: Int64, finishedAt: Int64? = nil, cursor: SessionID? = nil,
    counts: [Count] = [], examples: [BatchExample] = [], done: Set<SessionID> = []
  ) {
    self.id = id
    self.request = request
    self.state = state
    self.startedAt = startedAt
    self.finishedAt = finishedAt
    self.cursor = cursor
    self.counts = counts
    self.examples = examples
    self.done = done
  }

  /// The number of sessions with one outcome.
  package struct Count: Sendable {
    package let outcome: String
    /// Empty unless the outcome is a refusal.
    package let code: String
    package let count: Int

    package init(outcome: String, code: String, count: Int) {
      self.outcome = outcome
      self.code = code
      self.count = count
    }
  }

  /// The number of ended jobs that are kept.
  package static let kept: Int64 = 1_000
}

extension BatchOutcome {
  /// The name in the table of counts.
  package var name: String {
    switch self {
    case .changed: "changed"
    case .unchanged: "unchanged"
    case .refused: "refused"
    }
  }
}

/// The circumstances of a session's deletion.
package struct Deletion: Sendable, Equatable {
  /// The job that deletes the session; nil: none.
  package var batch: BatchID?
  /// The condition for a session that is deleted because it expired; nil: it is deleted in any case.
  package var expiry: Expiry?
}
