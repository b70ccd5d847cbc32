import Sessions

/// A write and its completion in one allocation. Moving them separately through the queue and the batch would retain
/// and release a dozen references each time.
final class Submission: Sendable {
  let write: Write
  /// The state after the first changes of a new session, which need no other snapshot then.
  let begun: StateSnapshot?
  let settled: Writer.Completion

  init(_ write: Write, settled: @escaping Writer.Completion) {
    self.write = write
    begun = if case .begin(_, _, let owner) = write { owner.takeSnapshot() } else { nil }
    self.settled = settled
  }
}
