import ExampleApps
import JSON
import TestSupport
import Navigation
import Testing

@testable import Sessions

@Suite("The timer scheduler")
struct TimerSchedulerTests {
  let harness = SessionsHarness()

  private func boiling(_ delays: Int64..., in harness: SessionsHarness? = nil) throws -> SessionID {
    let harness = harness ?? self.harness
    let id = try harness.session(TimerTestApp.app)
    for (number, delay) in delays.enumerated() { harness.send(.boil("\(number)", after: delay), to: id) }
    harness.journal.settle()
    return id
  }

  @Test("The scheduler keeps deadlines over a restart and fires overdue timers at once")
  func restart() throws {
    let id = try boiling(1_000, 5_000)
    harness.clock.advance(2_000)
    let again = SessionsHarness(after: harness)
    let wakeup = again.wakeup()
    #expect(wakeup.time == again.clock.now)
    again.advance(0, wakeup)
    #expect(try again.counts(id) == [1])
    again.advance(2_999, wakeup)
    #expect(try again.counts(id) == [1])
    again.advance(1, wakeup)
    #expect(try again.counts(id) == [2])
  }

  @Test("The scheduler fires timers at their due times even if those are far ahead")
  func farAhead() throws {
    let wakeup = harness.wakeup()
    let day: Int64 = 86_400_000
    let id = try boiling(day, 59_999, 60_001, 90_000)
    harness.advance(60_000, wakeup)
    #expect(try harness.counts(id) == [1])
    harness.advance(1, wakeup)
    #expect(try harness.counts(id) == [2])
    harness.advance(29_999, wakeup)
    #expect(try harness.counts(id) == [3])
    harness.advance(day - 90_001, wakeup)
    #expect(try harness.counts(id) == [3])
    harness.advance(1, wakeup)
    #expect(try harness.counts(id) == [4])
  }

  @Test("The scheduler follows forward and backward jumps of the clock and fires no timer twice")
  func jumps() throws {
    let wakeup = harness.wakeup()
    let hour: Int64 = 3_600_000
    let id = try boiling(1_000, hour, 2 * hour)
    harness.advance(0, wakeup)
    harness.clock.advance(-hour)
    wakeup.fireNow()
    harness.advance(hour, wakeup)
    #expect(try harness.counts(id) == [0])
    harness.advance(hour, wakeup)
    #expect(try harness.counts(id) == [2])
    harness.clock.advance(-10 * hour)
    wakeup.fireNow()
    harness.journal.settle()
    #expect(try harness.counts(id) == [2])
    harness.advance(11 * hour, wakeup)
    #expect(try harness.counts(id) == [3])
  }

  @Test("The scheduler retries a timer whose change cannot be written and fires it once", arguments: [1, 5])
  func failing(times: Int) throws {
    let wakeup = harness.wakeup()
    let id = try boiling(10)
    harness.clock.advance(10)
    for _ in 0..<times {
      wakeup.fireIfDue()
      #expect(harness.journal.waiting == 1)
      harness.journal.settle(failing: .full("no space"))
      wakeup.fireIfDue()
      #expect(harness.journal.waiting == 0, "no retry before the delay ends")
      harness.clock.advance(1_000)
    }
    harness.advance(0, wakeup)
    harness.advance(100_000, wakeup)
    #expect(try harness.counts(id) == [1])
    #expect(harness.log(id).count == 2)
  }

  @Test("The scheduler ends its retry delay when the wall clock is set back")
  func pause() throws {
    let wakeup = harness.wakeup()
    let id = try boiling(10)
    harness.clock.advance(100_000)
    wakeup.fireIfDue()
    harness.journal.settle(failing: .full("no space"))
    harness.clock.advance(-50_000)
    wakeup.fireNow()
    harness.advance(0, wakeup)
    #expect(try harness.counts(id) == [1])
  }

  @Test("The scheduler retries a timer that a full journal rejects")
  func busy() throws {
    let harness = SessionsHarness(MemoryJournal.Settings(capacity: 1))
    let wakeup = harness.wakeup()
    let id = try boiling(10, in: harness)
    let other = try harness.session()
    harness.send(.increment, to: other)
    harness.clock.advance(10)
    wakeup.fireIfDue()
    harness.journal.settle()
    #expect(try harness.timers(id).count == 1)
    harness.advance(1_000, wakeup)
    #expect(try harness.timers(id) == [])
  }

  @Test("The scheduler retries a failed read of the journal")
  func unreadable() throws {
    let id = try boiling(10)
    harness.journal.failReads(true)
    let again = SessionsHarness(after: harness)
    let wakeup = again.wakeup()
    again.advance(10, wakeup)
    harness.journal.failReads(false)
    again.advance(999, wakeup)
    #expect(again.registry.loadedCount == 0)
    again.advance(1, wakeup)
    #expect(try again.counts(id) == [1])
  }

  @Test("The scheduler skips a session that cannot be loaded and retries it later")
  func damaged() throws {
    let lost = try harness.session(.waiting)
    harness.send(.boil(after: 10), to: lost)
    let id = try boiling(11)
    let again = SessionsHarness(after: harness, copy: true, apps: [TimerTestApp.app])
    let wakeup = again.wakeup()
    again.advance(11, wakeup)
    #expect(try again.counts(id) == [1])
    #expect(again.journal.tables.sessions[lost]?.timers.count == 1)
    #expect(wakeup.time.map { $0 > again.clock.now } == true)
    again.registry.catalogue.add(AppCatalogue.Entry(.waiting))
    again.advance(60_000, wakeup)
    #expect(again.journal.tables.sessions[lost]?.timers.count == 0)
  }

  @Test("The scheduler fires all overdue timers, even beyond one page and the limit of a session")
  func many() throws {
    let sessions = try (0..<3).map { _ in try harness.session(TimerTestApp.app) }
    for number in 0..<900 {
      for id in sessions { harness.send(.boil("\(number)", after: Int64(number % 7)), to: id) }
      harness.journal.settle()
    }
    let again = SessionsHarness(after: harness)
    let wakeup = again.wakeup()
    again.advance(10, wakeup)
    for id in sessions { #expect(try again.counts(id) == [900]) }
  }

  @Test("The scheduler fires at most 64 timers concurrently")
  func concurrency() throws {
    let wakeup = harness.wakeup()
    let id = try harness.session(TimerTestApp.app)
    for number in 0..<100 {
      harness.commit(.boil("\(number)", after: 5), to: id)
    }
    harness.clock.advance(5)
    wakeup.fireIfDue()
    #expect(harness.journal.waiting == 64)
    harness.advance(0, wakeup)
    #expect(try harness.counts(id) == [100])
  }

  @Test("The scheduler fires timers that are set while it reads the journal")
  func reading() throws {
    let harness = SessionsHarness(MemoryJournal.Settings(holdsReads: true))
    let id = try boiling(10, in: harness)
    let wakeup = harness.wakeup()
    wakeup.fireIfDue()
    #expect(harness.journal.waitingReads == 1)
    // The page is read before the second timer is set, and delivered after that.
    harness.journal.settleReads {
      harness.commit(.boil("second", after: 20), to: id)
    }
    harness.advance(20, wakeup)
    #expect(try harness.counts(id) == [2])
  }

  @Test("The scheduler fires a timer if its cancellation and its session's deletion fail to commit")
  func undecided() throws {
    let wakeup = harness.wakeup()
    let id = try boiling(10)
    harness.send(Action("off", ["name": "0"]), to: id)
    harness.clock.advance(10)
    wakeup.fireIfDue()
    harness.journal.settle(failing: .unavailable("no disk"))
    harness.delete(id)
    harness.clock.advance(1_000)
    wakeup.fireIfDue()
    harness.journal.settle(failing: .unavailable("no disk"))
    harness.advance(1_000, wakeup)
    #expect(try harness.counts(id) == [1])
  }

  @Test("The scheduler fires no timers after a stop and continues after the next start")
  func stopped() throws {
    let wakeup = harness.wakeup()
    let id = try boiling(10, 20)
    harness.clock.advance(10)
    wakeup.fireIfDue()
    harness.registry.stopTimers()
    harness.journal.settle()
    harness.clock.advance(10)
    wakeup.fireNow()
    #expect(harness.journal.waiting == 0)
    #expect(try harness.timers(id).count == 1)
    let again = SessionsHarness(after: harness)
    again.advance(0, again.wakeup())
    #expect(try again.counts(id) == [2])
  }

  @Test("The scheduler wakes up after 30 seconds when no timers are pending")
  func idle() {
    let wakeup = harness.wakeup()
    wakeup.fireIfDue()
    #expect(wakeup.time == harness.clock.now + 30_000)
  }
}

extension App {
  /// The timer test app under another name.
  static let waiting = App(
    "waiting", version: 1, root: ContainerDefinition(kind: .stack, initial: "kettle"),
    routes: [Route("kettle", feature: TimerTestApp.feature)])
}
