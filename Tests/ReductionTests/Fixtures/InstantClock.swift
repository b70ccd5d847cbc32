/// A clock on which every sleep ends at once, or not before it is cancelled.
struct InstantClock: Clock {
  struct Instant: InstantProtocol {
    var offset = Duration.zero

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private let waitsForCancellation: Bool
  /// Ends for one who listens when their task is cancelled: nothing ever comes of it.
  private let never = AsyncStream<Void>.makeStream()

  init(waitsForCancellation: Bool = false) {
    self.waitsForCancellation = waitsForCancellation
  }

  var now: Instant { Instant() }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    guard waitsForCancellation else { return }
    for await _ in never.stream {}
    try Task.checkCancellation()
  }
}
