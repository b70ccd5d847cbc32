import Apps
import JSON
import Kettle
import Navigation
import Testing

@testable import Sessions

@Suite("The alarm clock")
struct TimerSchedulerTests {
  let rehearsal = Rehearsal()

  private func boiling(_ delays: Int64..., in rehearsal: Rehearsal? = nil) throws -> SessionID {
    let rehearsal = rehearsal ?? self.rehearsal
    let id = try rehearsal.session(Kettle.app)
    for (number, delay) in delays.enumerated() { rehearsal.send(.boil("\(number)", after: delay), to: id) }
    rehearsal.journal.settle()
    return id
  }

  @Test("keeps the deadlines of an earlier start, and makes up for what is overdue at once")
  func restart() throws {
    let id = try boiling(1_000, 5_000)
    rehearsal.clock.advance(2_000)
    let again = Rehearsal(after: rehearsal)
    let wakeup = again.wakeup()
    #expect(wakeup.time == again.clock.now)
    again.advance(0, wakeup)
    #expect(try again.counts(id) == [1])
    again.advance(2_999, wakeup)
    #expect(try again.counts(id) == [1])
    again.advance(1, wakeup)
    #expect(try again.counts(id) == [2])
  }

  @Test("knows those far ahead when their time comes")
  func farAhead() throws {
    let wakeup = rehearsal.wakeup()
    let day: Int64 = 86_400_000
    let id = try boiling(day, 59_999, 60_001, 90_000)
    rehearsal.advance(60_000, wakeup)
    #expect(try rehearsal.counts(id) == [1])
    rehearsal.advance(1, wakeup)
    #expect(try rehearsal.counts(id) == [2])
    rehearsal.advance(29_999, wakeup)
    #expect(try rehearsal.counts(id) == [3])
    rehearsal.advance(day - 90_001, wakeup)
    #expect(try rehearsal.counts(id) == [3])
    rehearsal.advance(1, wakeup)
    #expect(try rehearsal.counts(id) == [4])
  }

  @Test("goes by the wall clock, forward and back, and does nothing twice")
  func jumps() throws {
    let wakeup = rehearsal.wakeup()
    let hour: Int64 = 3_600_000
    let id = try boiling(1_000, hour, 2 * hour)
    rehearsal.advance(0, wakeup)
    rehearsal.clock.advance(-hour)
    wakeup.ringNow()
    rehearsal.advance(hour, wakeup)
    #expect(try rehearsal.counts(id) == [0])
    rehearsal.advance(hour, wakeup)
    #expect(try rehearsal.counts(id) == [2])
    rehearsal.clock.advance(-10 * hour)
    wakeup.ringNow()
    rehearsal.journal.settle()
    #expect(try rehearsal.counts(id) == [2])
    rehearsal.advance(11 * hour, wakeup)
    #expect(try rehearsal.counts(id) == [3])
  }

  @Test("tries again when a change cannot be written, and it happens once", arguments: [1, 5])
  func failing(times: Int) throws {
    let wakeup = rehearsal.wakeup()
    let id = try boiling(10)
    rehearsal.clock.advance(10)
    for _ in 0..<times {
      wakeup.ring()
      #expect(rehearsal.journal.waiting == 1)
      rehearsal.journal.settle(failing: .full("no space"))
      wakeup.ring()
      #expect(rehearsal.journal.waiting == 0, "not at once")
      rehearsal.clock.advance(1_000)
    }
    rehearsal.advance(0, wakeup)
    rehearsal.advance(100_000, wakeup)
    #expect(try rehearsal.counts(id) == [1])
    #expect(rehearsal.log(id).count == 2)
  }

  @Test("does not wait for a pause that the wall clock has moved away")
  func pause() throws {
    let wakeup = rehearsal.wakeup()
    let id = try boiling(10)
    rehearsal.clock.advance(100_000)
    wakeup.ring()
    rehearsal.journal.settle(failing: .full("no space"))
    rehearsal.clock.advance(-50_000)
    wakeup.ringNow()
    rehearsal.advance(0, wakeup)
    #expect(try rehearsal.counts(id) == [1])
  }

  @Test("tries again when the journal takes no more")
  func busy() throws {
    let rehearsal = Rehearsal(TestJournal.Settings(capacity: 1))
    let wakeup = rehearsal.wakeup()
    let id = try boiling(10, in: rehearsal)
    let other = try rehearsal.session()
    rehearsal.send(.increment, to: other)
    rehearsal.clock.advance(10)
    wakeup.ring()
    rehearsal.journal.settle()
    #expect(try rehearsal.timers(id).count == 1)
    rehearsal.advance(1_000, wakeup)
    #expect(try rehearsal.timers(id) == [])
  }

  @Test("tries again when nothing can be read")
  func unreadable() throws {
    let id = try boiling(10)
    rehearsal.journal.failReads(true)
    let again = Rehearsal(after: rehearsal)
    let wakeup = again.wakeup()
    again.advance(10, wakeup)
    rehearsal.journal.failReads(false)
    again.advance(999, wakeup)
    #expect(again.registry.loadedCount == 0)
    again.advance(1, wakeup)
    #expect(try again.counts(id) == [1])
  }

  @Test("is not held up by a session that cannot be read, and tries that again later")
  func damaged() throws {
    let lost = try rehearsal.session(.waiting)
    rehearsal.send(.boil(after: 10), to: lost)
    let id = try boiling(11)
    let again = Rehearsal(after: rehearsal, copy: true, apps: [Kettle.app])
    let wakeup = again.wakeup()
    again.advance(11, wakeup)
    #expect(try again.counts(id) == [1])
    #expect(again.journal.tables.sessions[lost]?.timers.count == 1)
    #expect(wakeup.time.map { $0 > again.clock.now } == true)
    again.registry.catalogue.add(AppCatalogue.Entry(.waiting))
    again.advance(60_000, wakeup)
    #expect(again.journal.tables.sessions[lost]?.timers.count == 0)
  }

  @Test("makes up for more than it reads at a time, and for more of one session than may wait there")
  func many() throws {
    let sessions = try (0..<3).map { _ in try rehearsal.session(Kettle.app) }
    for number in 0..<900 {
      for id in sessions { rehearsal.send(.boil("\(number)", after: Int64(number % 7)), to: id) }
      rehearsal.journal.settle()
    }
    let again = Rehearsal(after: rehearsal)
    let wakeup = again.wakeup()
    again.advance(10, wakeup)
    for id in sessions { #expect(try again.counts(id) == [900]) }
  }

  @Test("leaves room in the journal: so many are carried out at a time, and no more")
  func concurrency() throws {
    let wakeup = rehearsal.wakeup()
    let id = try rehearsal.session(Kettle.app)
    for number in 0..<100 {
      rehearsal.send(.boil("\(number)", after: 5), to: id)
      rehearsal.journal.settle()
    }
    rehearsal.clock.advance(5)
    wakeup.ring()
    #expect(rehearsal.journal.waiting == 64)
    rehearsal.advance(0, wakeup)
    #expect(try rehearsal.counts(id) == [100])
  }

  @Test("misses nothing that becomes pending while it reads")
  func reading() throws {
    var settings = TestJournal.Settings()
    settings.holdsReads = true
    let rehearsal = Rehearsal(settings)
    let id = try boiling(10, in: rehearsal)
    let wakeup = rehearsal.wakeup()
    wakeup.ring()
    #expect(rehearsal.journal.waitingReads == 1)
    // The page was taken before the second was pending, and is handed over after.
    rehearsal.journal.settleReads {
      rehearsal.send(.boil("second", after: 20), to: id)
      rehearsal.journal.settle()
    }
    rehearsal.advance(20, wakeup)
    #expect(try rehearsal.counts(id) == [2])
  }

  @Test("carries out what was cancelled, or lost its session, by a change that could not be written")
  func undecided() throws {
    let wakeup = rehearsal.wakeup()
    let id = try boiling(10)
    rehearsal.send(Action("off", ["name": "0"]), to: id)
    rehearsal.clock.advance(10)
    wakeup.ring()
    rehearsal.journal.settle(failing: .unavailable("no disk"))
    rehearsal.delete(id)
    rehearsal.clock.advance(1_000)
    wakeup.ring()
    rehearsal.journal.settle(failing: .unavailable("no disk"))
    rehearsal.advance(1_000, wakeup)
    #expect(try rehearsal.counts(id) == [1])
  }

  @Test("wakes sessions that are not in memory")
  func unloaded() throws {
    let wakeup = rehearsal.wakeup()
    let id = try boiling(10)
    let store = try rehearsal.store(id)
    rehearsal.journal.project(store) { #expect($0 == nil) }
    store.state.withLock { $0.isRetired = true }
    rehearsal.advance(10, wakeup)
    #expect(try rehearsal.counts(id) == [1])
    #expect(try rehearsal.store(id) !== store)
  }

  @Test("does nothing any more once it is stopped, and leaves the rest to the next start")
  func stopped() throws {
    let wakeup = rehearsal.wakeup()
    let id = try boiling(10, 20)
    rehearsal.clock.advance(10)
    wakeup.ring()
    rehearsal.registry.stopTimers()
    rehearsal.journal.settle()
    rehearsal.clock.advance(10)
    wakeup.ringNow()
    #expect(rehearsal.journal.waiting == 0)
    #expect(try rehearsal.timers(id).count == 1)
    let again = Rehearsal(after: rehearsal)
    again.advance(0, again.wakeup())
    #expect(try again.counts(id) == [2])
  }

  @Test("rings seldom when there is nothing to come")
  func idle() {
    let wakeup = rehearsal.wakeup()
    wakeup.ring()
    #expect(wakeup.time == rehearsal.clock.now + 30_000)
  }
}

extension App {
  /// The same under another name.
  static let waiting = App(
    "waiting", version: 1, root: ContainerDefinition(kind: .stack, initial: "kettle"),
    routes: [Route("kettle", feature: Kettle.feature)])
}
