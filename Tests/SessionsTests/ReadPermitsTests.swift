import Synchronization
import Testing

@testable import Sessions

@Suite("Permits to read the history")
struct ReadPermitsTests {
  private let session = SessionID.random()
  private let other = SessionID.random()

  @Test("Read permits are limited, and reused when one is restored or released")
  func limits() {
    let permits = ReadPermits(ReadPermits.Limits(running: 2, runningInAll: 3, waiting: 2))
    let (mine, others) = (KeptPermits(), KeptPermits())
    for _ in 1...4 { #expect(mine.take(permits, for: session) == nil) }
    for _ in 1...2 { #expect(others.take(permits, for: other) == nil) }
    #expect([mine.count, others.count] == [2, 1])
    mine.giveBackFirst()
    // Of those that wait, the other session's turn comes after one of this.
    #expect([mine.count, others.count] == [2, 1])
    mine.giveBackFirst()
    #expect([mine.count, others.count] == [1, 2])
    others.forget()
    #expect([mine.count, others.count] == [2, 0])
  }

  @Test("A read permit is refused when too many reads of the session wait, unless they are limited elsewhere")
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

/// Permits that were given, until they are given back.
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

  /// Lets go of all without giving them back.
  func forget() {
    let kept = permits.withLock { permits in
      defer { permits = [] }
      return permits
    }
    _ = kept
  }
}
