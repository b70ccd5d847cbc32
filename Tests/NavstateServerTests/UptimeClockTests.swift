import Synchronization
import Testing

@testable import NavstateServer

@Suite("The uptime clock")
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

  @Test("The uptime clock follows the wall clock while time passes")
  func passing() {
    time.pass(86_400_000)
    #expect(clock.now == 1_086_400_000)
  }

  @Test("The uptime clock follows a step back, and a step forward by an hour at most")
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
