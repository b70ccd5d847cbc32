/// A clock whose sleeps end at once, or only when they are cancelled.
struct InstantClock: Clock {
  struct Instant: InstantProtocol {
    var offset = Duration.zero

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private let waitsForCancellation: Bool
  /// A stream without elements. Its iteration ends only when the iterating task is cancelled.
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
