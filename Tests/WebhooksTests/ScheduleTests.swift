import Testing

@testable import Webhooks

struct ScheduleTests {
  private var rehearsal = Rehearsal()

  init() {
    rehearsal.schedule.put("orders", .active)
  }

  @Test("A session's next delivery is sent when the receiver has the one before, and not sooner")
  mutating func order() throws {
    rehearsal.commit("a", "a", "a")
    let first = rehearsal.attempts()
    #expect(first.map(\.after) == [0])
    #expect(rehearsal.succeed(first[0]) == .acknowledged(1))
    let second = rehearsal.attempts()
    #expect(second.map(\.after) == [1])
    rehearsal.fail(second[0])
    #expect(rehearsal.attempts() == [])
    rehearsal.sleep()
    let again = rehearsal.attempts()
    #expect(again == second)
    #expect(rehearsal.succeed(again[0]) == .acknowledged(2))
    #expect(try rehearsal.succeed(rehearsal.attempt()) == .acknowledged(3))
    #expect(rehearsal.attempts() == [])
    #expect(rehearsal.schedule.wakesAt(after: rehearsal.now) == nil)
  }

  @Test("Sessions do not wait for each other")
  mutating func independence() {
    rehearsal.commit("a", "b", "a", "c")
    let attempts = rehearsal.attempts()
    #expect(attempts.map(\.session) == ["a", "b", "c"])
    rehearsal.fail(attempts[0])
    rehearsal.succeed(attempts[2])
    rehearsal.commit("d", "c")
    #expect(rehearsal.sessions() == ["d", "c"])
  }

  @Test("What is committed while another of the session is on its way is sent after it")
  mutating func announcedMeanwhile() throws {
    rehearsal.commit("a")
    let attempt = try rehearsal.attempt()
    rehearsal.commit("a", "b")
    #expect(rehearsal.sessions() == ["b"])
    rehearsal.succeed(attempt)
    #expect(rehearsal.sessions() == ["a"])
  }

  @Test("At most so many are on their way to one webhook, and to all, which take turns")
  func limits() {
    var rehearsal = Rehearsal {
      $0.inFlight = 3
      $0.inFlightInAll = 5
    }
    for webhook in ["one", "two"] { rehearsal.schedule.put(webhook, .active) }
    rehearsal.commit("a", "b", "c", "d", to: "one")
    rehearsal.commit("a", "b", "c", "d", to: "two")
    let attempts = rehearsal.attempts()
    #expect(attempts.map(\.webhook) == ["one", "two", "one", "two", "one"])
    rehearsal.succeed(attempts[0])
    #expect(rehearsal.attempts().map(\.webhook) == ["two"])
    rehearsal.succeed(attempts[1])
    #expect(rehearsal.attempts().map(\.session) == ["d"])
  }

  @Test("Receivers that hang do not take the share of one that answers")
  func shares() {
    var rehearsal = Rehearsal {
      $0.inFlight = 4
      $0.inFlightInAll = 8
      $0.webhooks = 4
    }
    for webhook in ["one", "two", "three"] {
      rehearsal.schedule.put(webhook, .active)
      rehearsal.commit("a", "b", "c", "d", to: webhook)
    }
    #expect(rehearsal.attempts().count == 8)
    rehearsal.schedule.put("good", .active)
    rehearsal.commit("a", "b", "c", to: "good")
    #expect(rehearsal.attempts().map(\.webhook) == ["good", "good"])
  }

  @Test("What a webhook has to itself stays free while another has more than its share")
  func reservation() {
    var rehearsal = Rehearsal {
      $0.inFlightInAll = 8
      $0.webhooks = 4
    }
    for webhook in ["one", "two"] { rehearsal.schedule.put(webhook, .active) }
    rehearsal.commit("a", "b", "c", "d", "e", "f", "g", "h", to: "one")
    #expect(rehearsal.attempts().count == 6)
    rehearsal.commit("a", "b", "c", to: "two")
    #expect(rehearsal.attempts().map(\.webhook) == ["two", "two"])
  }

  @Test("It waits twice as long after each failure of a delivery, and begins anew with the next")
  mutating func backoff() throws {
    rehearsal.commit("a", "a")
    var failures = 0
    for delay in [1_000, 2_000, 4_000] as [Int64] {
      let before = rehearsal.now
      let attempt = try rehearsal.attempt()
      failures += 1
      #expect(rehearsal.fail(attempt) == .retried(after: delay, failures: failures))
      rehearsal.now = before + delay - 1
      #expect(rehearsal.attempts() == [])
      #expect(rehearsal.schedule.wakesAt(after: rehearsal.now) == before + delay)
      rehearsal.now += 1
    }
    try rehearsal.succeed(rehearsal.attempt())
    #expect(try rehearsal.fail(rehearsal.attempt()) == .retried(after: 1_000, failures: 1))
  }

  @Test(
    "It waits as long as the receiver asks, never less than it would anyhow, and at most a day",
    arguments: [
      (0, 1_000), (999, 1_000), (60_000, 60_000), (86_400_000, 86_400_000), (.max, 86_400_000),
    ] as [(Int64, Int64)])
  mutating func retryAfter(asked: Int64, waited: Int64) throws {
    rehearsal.commit("a")
    #expect(try rehearsal.fail(rehearsal.attempt(), retryAfter: asked) == .retried(after: waited, failures: 1))
  }

  @Test("What is asked of all deliveries holds for all sessions, also when one that was on its way succeeds")
  mutating func retryAllAfter() {
    rehearsal.commit("a", "b")
    let attempts = rehearsal.attempts()
    rehearsal.fail(attempts[0], retryAfter: 60_000, concernsAll: true)
    rehearsal.succeed(attempts[1])
    rehearsal.commit("c")
    rehearsal.now = 59_999
    #expect(rehearsal.attempts() == [])
    #expect(rehearsal.schedule.wakesAt(after: 59_999) == 60_000)
    rehearsal.now = 60_000
    #expect(rehearsal.sessions() == ["a", "c"])
  }

  @Test("What is asked of one delivery holds for its session alone")
  mutating func retryOneAfter() throws {
    rehearsal.commit("a")
    try rehearsal.fail(rehearsal.attempt(), retryAfter: 60_000)
    rehearsal.commit("b")
    #expect(rehearsal.sessions() == ["b"])
  }

  @Test("What is not there any more is passed over")
  mutating func nothing() {
    rehearsal.commit("a", "b")
    let attempts = rehearsal.attempts()
    #expect(rehearsal.end(attempts[0], .nothing) == .settled)
    rehearsal.commit("a")
    #expect(rehearsal.attempts().map(\.after) == [2])
  }

  @Test("What cannot be read is tried again a second later, and is not the receiver's failure")
  mutating func unreadable() throws {
    guard case .read(let queue, _, _) = rehearsal.schedule.next(at: 0) else { return #expect(Bool(false)) }
    rehearsal.schedule.failedToRead(queue, at: 0)
    rehearsal.commit("a")
    #expect(rehearsal.attempts() == [])
    #expect(rehearsal.schedule.wakesAt(after: 0) == 1_000)
    rehearsal.now = 1_000
    #expect(try rehearsal.end(rehearsal.attempt(), .unreadable) == .settled)
    #expect(rehearsal.attempts() == [])
    rehearsal.now = 2_000
    #expect(rehearsal.sessions() == ["a"])
    #expect(rehearsal.schedule.status(of: "orders")?.failures == 0)
  }

  @Test("Pages are read one after the other, and no more than are needed")
  func pages() {
    var rehearsal = Rehearsal {
      $0.inFlight = 2
      $0.page = 3
      $0.sessions = 6
    }
    rehearsal.schedule.put("orders", .active)
    for session in 0..<9 { rehearsal.commit("\(session)") }
    var attempts = rehearsal.attempts()
    #expect(rehearsal.reads == 1)
    var sent: [String] = []
    while let attempt = attempts.first {
      sent.append(attempt.session)
      rehearsal.succeed(attempt)
      attempts = attempts.dropFirst() + rehearsal.attempts()
    }
    #expect(sent == (0..<9).map(String.init))
    #expect(rehearsal.reads == 4)
  }

  @Test("A full line of failing sessions does not grow, and goes on when one of them succeeds")
  func window() {
    var rehearsal = Rehearsal {
      $0.page = 2
      $0.sessions = 4
    }
    rehearsal.schedule.put("orders", .active)
    rehearsal.commit("a", "b", "c", "d", "e")
    let attempts = rehearsal.attempts()
    #expect(attempts.map(\.session) == ["a", "b", "c", "d"])
    for attempt in attempts.dropFirst(2) { rehearsal.fail(attempt) }
    #expect(rehearsal.attempts() == [])
    rehearsal.succeed(attempts[0])
    #expect(rehearsal.attempts() == [])
    rehearsal.succeed(attempts[1])
    #expect(rehearsal.sessions() == ["e"])
  }
}
