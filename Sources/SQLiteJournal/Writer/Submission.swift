import Sessions

/// A write and its completion in one allocation. Moving them separately through the queue and the batch would retain
/// and release a dozen references each time.
final class Submission: Sendable {
  let write: Write
  let settled: Writer.Completion

  init(_ write: Write, settled: @escaping Writer.Completion) {
    self.write = write
    self.settled = settled
  }
}
