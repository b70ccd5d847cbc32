import Synchronization
import Testing

@testable import Sessions

@Suite("Read permits")
struct ReadPermitsTests {
  private let session = SessionID.random()
  private let other = SessionID.random()

  @Test("Read permits are limited, and a restored or released permit is granted again")
  func limits() {
    let permits = ReadPermits(ReadPermits.Limits(running: 2, runningInAll: 3, waiting: 2))
    let (mine, others) = (KeptPermits(), KeptPermits())
    for _ in 1...4 { #expect(mine.take(permits, for: session) == nil) }
    for _ in 1...2 { #expect(others.take(permits, for: other) == nil) }
    #expect([mine.count, others.count] == [2, 1])
    mine.giveBackFirst()
    // The first session has the next turn, and the other session the one after it.
    #expect([mine.count, others.count] == [2, 1])
    mine.giveBackFirst()
    #expect([mine.count, others.count] == [1, 2])
    others.forget()
    #expect([mine.count, others.count] == [2, 0])
  }

  @Test("A read permit is refused if too many reads of its session wait, except with `waitsAlways`")
  func refused() {
    let permits = ReadPermits(ReadPermits.Limits(running: 1, runningInAll: 9, waiting: 2))
    let given = KeptPermits()
    for _ in 1...3 { #expect(given.take(permits, for: session) == nil) }
    #expect(given.take(permits, for: session) == 2)
    #expect(given.take(permits, for: session, waitsAlways: true) == nil)
    #expect(given.take(permits, for: other) == nil)
    #expect(given.count == 2)
  }
}

/// The permits that are granted and not yet restored.
private final class KeptPermits: Sendable {
  private let permits = Mutex<[ReadPermit]>([])

  var count: Int { permits.withLock { $0.count } }

  func take(_ all: ReadPermits, for session: SessionID, waitsAlways: Bool = false) -> Int? {
    all.take(for: session, waitsAlways: waitsAlways) { [self] permit in permits.withLock { $0.append(permit) } }
  }

  func giveBackFirst() {
    let first = permits.withLock { $0.removeFirst() }
    first.restore()
    first.restore()
  }

  /// Releases all permits without a call of `restore`.
  func forget() {
    let kept = permits.withLock { permits in
      defer { permits = [] }
      return permits
    }
    _ = kept
  }
}
