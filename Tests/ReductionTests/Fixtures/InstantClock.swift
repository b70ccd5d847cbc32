/// A clock on which every sleep ends at once, or not before it is cancelled.
struct InstantClock: Clock {
  struct Instant: InstantProtocol {
    var offset = Duration.zero

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private let waitsForCancellation: Bool
  private let sleeps = AsyncStream<Void>.makeStream()

  init(waitsForCancellation: Bool = false) {
    self.waitsForCancellation = waitsForCancellation
  }

  var now: Instant { Instant() }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    guard waitsForCancellation else { return }
    // Nothing comes on this stream: it ends when the task is cancelled.
    for await _ in AsyncStream<Void>.makeStream().stream {}
    sleeps.continuation.finish()
    try Task.checkCancellation()
  }

  /// Returns when a sleep was cancelled.
  func ended() async {
    for await _ in sleeps.stream {}
  }
}
