import Sessions

/// A write and its completion in one allocation. Moving them separately through the queue and the batch would retain
/// and release a dozen references each time.
final class Submission: Sendable {
  let write: Write
  /// The row of a session to be created, encoded on the thread of the request and not on the writer's.
  let text: [UInt8]?
  let settled: Writer.Completion

  init(_ write: Write, settled: @escaping Writer.Completion) {
    self.write = write
    self.settled = settled
    text = if case .create(let new, _) = write { CreationText.encode(new.session, new.navigation) } else { nil }
  }
}
