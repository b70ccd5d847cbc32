import Sessions

/// A write and its completion in one allocation. Moving them separately through the queue and the batch would retain
/// and release a dozen references each time.
final class Submission: Sendable {
  let write: Write
  /// The state after the first changes of a new session, which need no other snapshot then.
  let begun: BegunState?
  let settled: Writer.Completion

  init(_ write: Write, settled: @escaping Writer.Completion) {
    self.write = write
    begun = if case .begin(_, _, let owner) = write { owner.takeSnapshot().map(BegunState.init) } else { nil }
    self.settled = settled
  }
}

/// In an object of its own, so that the submissions of other writes stay small.
final class BegunState: Sendable {
  let snapshot: StateSnapshot

  init(_ snapshot: StateSnapshot) {
    self.snapshot = snapshot
  }
}
