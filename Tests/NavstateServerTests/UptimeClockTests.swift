import Synchronization
import Testing

@testable import NavstateServer

@Suite("The clock that the past is pruned by")
struct UptimeClockTests {
  private final class Time: Sendable {
    let wall = Atomic<Int64>(1_000_000_000)
    let uptime = Atomic<Int64>(500)

    func pass(_ milliseconds: Int64) {
      wall.add(milliseconds, ordering: .relaxed)
      uptime.add(milliseconds, ordering: .relaxed)
    }
  }

  private let time = Time()
  private let clock: UptimeClock

  init() {
    clock = UptimeClock(
      wall: { [time] in time.wall.load(ordering: .relaxed) }, uptime: { [time] in time.uptime.load(ordering: .relaxed) }
    )
  }

  @Test("is the wall clock while that goes on")
  func passing() {
    time.pass(86_400_000)
    #expect(clock.now == 1_086_400_000)
  }

  @Test("follows it when it is set back, and forward by an hour, and no further")
  func set() {
    time.wall.add(-5_000, ordering: .relaxed)
    #expect(clock.now == 1_000_000_000 - 5_000)
    time.wall.store(1_000_000_000 + UptimeClock.slack, ordering: .relaxed)
    #expect(clock.now == 1_000_000_000 + UptimeClock.slack)
    time.wall.add(315_360_000_000, ordering: .relaxed)
    #expect(clock.now == 1_000_000_000 + UptimeClock.slack)
    time.pass(1_000)
    #expect(clock.now == 1_000_001_000 + UptimeClock.slack)
  }
}
