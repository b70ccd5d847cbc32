import JSON
import TestSupport
import Navigation
import SQLiteJournal
import Testing

@testable import Sessions

@Suite("Timers after a crash")
struct TimerRestartTests {
  @Test("A timer fires once when a crash comes before it is due, before it fires or afterwards")
  func kill() async throws {
    try await withJournal { (harness) async throws in
      let server = Server(harness)
      let id = try await server.session()
      try await server.send(Action("boil", TimerTestApp.boil("a", after: 1_000)), to: id)
      try await server.send(Action("boil", TimerTestApp.boil("b", after: 5_000)), to: id)
      for moment in [0, 1_000, 4_999, 5_000, 600_000] as [Int64] {
        try await withJournal(in: harness.crashed()) { (again) async throws in
          again.clock.advance(moment)
          let server = Server(again)
          let fired: Int64 = moment >= 5_000 ? 2 : moment >= 1_000 ? 1 : 0
          try await server.fireTimers(until: id, has: Int(2 - fired))
          #expect(try await server.count(id) == fired)
          try await withJournal(in: again.crashed()) { (third) async throws in
            third.clock.advance(1_000_000)
            let server = Server(third)
            try await server.fireTimers(until: id, has: 0)
            #expect(try await server.count(id) == 2)
            #expect(try await third.journal.history(Owner(id)).count == 4)
          }
        }
      }
    }
  }

  @Test("A timer that is due during a disk failure fires once when the disk works again")
  func failing() async throws {
    try await withJournal { (harness) async throws in
      let server = Server(harness)
      let id = try await server.session()
      try await server.send(Action("boil", TimerTestApp.boil(after: 1_000)), to: id)
      harness.disk.fail(.full)
      harness.clock.advance(1_000)
      server.wakeup.fireIfDue()
      while harness.journal.statistics.failures == 0 {
        server.wakeup.fireIfDue()
        await Task.yield()
      }
      harness.disk.heal()
      // The scheduler of timers pauses when it is notified of the failure, which may happen only now.
      while try await server.timers(id) != 0 {
        harness.clock.advance(100)
        server.wakeup.fireIfDue()
        await Task.yield()
      }
      #expect(try await server.count(id) == 1)
    }
  }
}

extension Server {
  /// Creates a server of the app `kettle` that fires timers.
  fileprivate init(_ harness: JournalHarness) {
    self.init(harness, TimerTestApp.app)
    registry.startTimers(wakeup)
  }

  /// Fires the timer until `count` timers are left and the timer waits for a later time.
  fileprivate func fireTimers(until id: SessionID, has count: Int) async throws {
    while try await timers(id) != count || wakeup.isDue || wakeup.time == nil {
      wakeup.fireIfDue()
      await Task.yield()
    }
  }

  /// Returns the number of pending timers.
  fileprivate func timers(_ id: SessionID) async throws -> Int? {
    try await read(.timers(at: TimerClock(now: 0, startedAt: 0)), id)["items"]?.arrayValue?.count
  }

  fileprivate func count(_ id: SessionID) async throws -> Int64? {
    try await read(.session, id)["current"]?["state"]?["count"]?.integerValue
  }
}
