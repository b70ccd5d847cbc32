import Synchronization
import Testing

@testable import Sessions

@Suite("Read permits")
struct ReadPermitsTests {
  private let session = SessionID.random()
  private let other = SessionID.random()

  @Test("Read permits are limited, and a restored permit is granted again")
  func limits() {
    let permits = GivenPermits(ReadPermits.Limits(running: 2, runningInAll: 3, waiting: 2))
    for _ in 1...4 { permits.acquire(for: session) }
    for _ in 1...2 { permits.acquire(for: other) }
    #expect([permits.running(session), permits.running(other)] == [2, 1])
    permits.restore(session)
    // The first session has the next turn, and the other session the one after it.
    #expect([permits.running(session), permits.running(other)] == [2, 1])
    permits.restore(session)
    #expect([permits.running(session), permits.running(other)] == [1, 2])
    for _ in 1...2 { permits.restore(other) }
    #expect([permits.running(session), permits.running(other)] == [2, 0])
  }

  @Test("A read permit is refused if too many reads of its session wait, except with `waitsAlways`")
  func refused() {
    let permits = GivenPermits(ReadPermits.Limits(running: 1, runningInAll: 9, waiting: 2))
    for _ in 1...4 { permits.acquire(for: session) }
    permits.acquire(for: session, waitsAlways: true)
    permits.acquire(for: other)
    #expect(permits.refusals == [2])
    #expect([permits.running(session), permits.running(other)] == [1, 1])
    for _ in 1...4 { permits.restore(session) }
    #expect(permits.running(session) == 0)
  }
}

/// The permits that are granted and not yet restored, by session.
private final class GivenPermits: Sendable {
  private let permits: ReadPermits
  private let state = Mutex(([SessionID: Int](), [Int]()))

  init(_ limits: ReadPermits.Limits) { permits = ReadPermits(limits) }

  var refusals: [Int] { state.withLock { $0.1 } }

  func running(_ session: SessionID) -> Int { state.withLock { $0.0[session, default: 0] } }

  func acquire(for session: SessionID, waitsAlways: Bool = false) {
    Task.inline { [self] in
      let waiting = await permits.acquire(for: session, waitsAlways: waitsAlways)
      state.withLock { state in
        if let waiting { state.1.append(waiting) } else { state.0[session, default: 0] += 1 }
      }
    }
  }

  func restore(_ session: SessionID) {
    state.withLock { $0.0[session, default: 0] -= 1 }
    permits.restore(session)
  }
}
