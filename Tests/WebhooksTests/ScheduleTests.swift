import Testing

@testable import Webhooks

struct ScheduleTests {
  private var harness = WebhooksHarness()

  init() {
    harness.schedule.put("orders", .active)
  }

  @Test("The next delivery of a session is sent only after the previous one is acknowledged")
  mutating func order() throws {
    harness.commit("a", "a", "a")
    let first = harness.attempts()
    #expect(first.map(\.after) == [0])
    #expect(harness.succeed(first[0]) == .acknowledged(1))
    let second = harness.attempts()
    #expect(second.map(\.after) == [1])
    harness.fail(second[0])
    #expect(harness.attempts() == [])
    harness.sleep()
    let again = harness.attempts()
    #expect(again == second)
    #expect(harness.succeed(again[0]) == .acknowledged(2))
    #expect(try harness.succeed(harness.attempt()) == .acknowledged(3))
    #expect(harness.attempts() == [])
    #expect(harness.schedule.wakesAt(after: harness.now) == nil)
  }

  @Test("A failing session does not delay other sessions")
  mutating func independence() {
    harness.commit("a", "b", "a", "c")
    let attempts = harness.attempts()
    #expect(attempts.map(\.session) == ["a", "b", "c"])
    harness.fail(attempts[0])
    harness.succeed(attempts[2])
    harness.commit("d", "c")
    #expect(harness.sessions() == ["d", "c"])
  }

  @Test("A delivery that is committed during an attempt of its session is sent after it")
  mutating func announcedMeanwhile() throws {
    harness.commit("a")
    let attempt = try harness.attempt()
    harness.commit("a", "b")
    #expect(harness.sessions() == ["b"])
    harness.succeed(attempt)
    #expect(harness.sessions() == ["a"])
  }

  @Test("The deliveries in flight are limited per webhook and in all, and webhooks take turns")
  func limits() {
    var harness = WebhooksHarness {
      $0.inFlight = 3
      $0.inFlightInAll = 5
    }
    for webhook in ["one", "two"] { harness.schedule.put(webhook, .active) }
    harness.commit("a", "b", "c", "d", to: "one")
    harness.commit("a", "b", "c", "d", to: "two")
    let attempts = harness.attempts()
    #expect(attempts.map(\.webhook) == ["one", "two", "one", "two", "one"])
    harness.succeed(attempts[0])
    #expect(harness.attempts().map(\.webhook) == ["two"])
    harness.succeed(attempts[1])
    #expect(harness.attempts().map(\.session) == ["d"])
  }

  @Test("Receivers that hang leave a share of the deliveries to another webhook")
  func shares() {
    var harness = WebhooksHarness {
      $0.inFlight = 4
      $0.inFlightInAll = 8
      $0.webhooks = 4
    }
    for webhook in ["one", "two", "three"] {
      harness.schedule.put(webhook, .active)
      harness.commit("a", "b", "c", "d", to: webhook)
    }
    #expect(harness.attempts().count == 8)
    harness.schedule.put("good", .active)
    harness.commit("a", "b", "c", to: "good")
    #expect(harness.attempts().map(\.webhook) == ["good", "good"])
  }

  @Test("The share of a webhook stays free while another one exceeds its own")
  func reservation() {
    var harness = WebhooksHarness {
      $0.inFlightInAll = 8
      $0.webhooks = 4
    }
    for webhook in ["one", "two"] { harness.schedule.put(webhook, .active) }
    harness.commit("a", "b", "c", "d", "e", "f", "g", "h", to: "one")
    #expect(harness.attempts().count == 6)
    harness.commit("a", "b", "c", to: "two")
    #expect(harness.attempts().map(\.webhook) == ["two", "two"])
  }

  @Test("The delay doubles after each failure of a delivery and starts anew with the next one")
  mutating func backoff() throws {
    harness.commit("a", "a")
    var failures = 0
    for delay in [1_000, 2_000, 4_000] as [Int64] {
      let before = harness.now
      let attempt = try harness.attempt()
      failures += 1
      #expect(harness.fail(attempt) == .retried(after: delay, failures: failures))
      harness.now = before + delay - 1
      #expect(harness.attempts() == [])
      #expect(harness.schedule.wakesAt(after: harness.now) == before + delay)
      harness.now += 1
    }
    try harness.succeed(harness.attempt())
    #expect(try harness.fail(harness.attempt()) == .retried(after: 1_000, failures: 1))
  }

  @Test(
    "The delay follows Retry-After, but is never below the backoff or above a day",
    arguments: [
      (0, 1_000), (999, 1_000), (60_000, 60_000), (86_400_000, 86_400_000), (.max, 86_400_000),
    ] as [(Int64, Int64)])
  mutating func retryAfter(asked: Int64, waited: Int64) throws {
    harness.commit("a")
    #expect(try harness.fail(harness.attempt(), retryAfter: asked) == .retried(after: waited, failures: 1))
  }

  @Test("A Retry-After for all deliveries holds for all sessions, also after a success")
  mutating func retryAllAfter() {
    harness.commit("a", "b")
    let attempts = harness.attempts()
    harness.fail(attempts[0], retryAfter: 60_000, concernsAll: true)
    harness.succeed(attempts[1])
    harness.commit("c")
    harness.now = 59_999
    #expect(harness.attempts() == [])
    #expect(harness.schedule.wakesAt(after: 59_999) == 60_000)
    harness.now = 60_000
    #expect(harness.sessions() == ["a", "c"])
  }

  @Test("A Retry-After for one delivery holds for its session only")
  mutating func retryOneAfter() throws {
    harness.commit("a")
    try harness.fail(harness.attempt(), retryAfter: 60_000)
    harness.commit("b")
    #expect(harness.sessions() == ["b"])
  }

  @Test("A delivery that no longer exists is skipped")
  mutating func nothing() {
    harness.commit("a", "b")
    let attempts = harness.attempts()
    #expect(harness.end(attempts[0], .nothing) == .settled)
    harness.commit("a")
    #expect(harness.attempts().map(\.after) == [2])
  }

  @Test("A failed read is retried after a second and is not a failure of the receiver")
  mutating func unreadable() throws {
    guard case .read(let queue, _, _) = harness.schedule.next(at: 0) else { return #expect(Bool(false)) }
    harness.schedule.failedToRead(queue, at: 0)
    harness.commit("a")
    #expect(harness.attempts() == [])
    #expect(harness.schedule.wakesAt(after: 0) == 1_000)
    harness.now = 1_000
    #expect(try harness.end(harness.attempt(), .unreadable) == .settled)
    #expect(harness.attempts() == [])
    harness.now = 2_000
    #expect(harness.sessions() == ["a"])
    #expect(harness.schedule.status(of: "orders")?.failures == 0)
  }

  @Test("Pages are read one after another, and only when they are needed")
  func pages() {
    var harness = WebhooksHarness {
      $0.inFlight = 2
      $0.page = 3
      $0.sessions = 6
    }
    harness.schedule.put("orders", .active)
    for session in 0..<9 { harness.commit("\(session)") }
    var attempts = harness.attempts()
    #expect(harness.reads == 1)
    var sent: [String] = []
    while let attempt = attempts.first {
      sent.append(attempt.session)
      harness.succeed(attempt)
      attempts = attempts.dropFirst() + harness.attempts()
    }
    #expect(sent == (0..<9).map(String.init))
    #expect(harness.reads == 4)
  }

  @Test("A full window of failing sessions does not grow, and continues after a success")
  func window() {
    var harness = WebhooksHarness {
      $0.page = 2
      $0.sessions = 4
    }
    harness.schedule.put("orders", .active)
    harness.commit("a", "b", "c", "d", "e")
    let attempts = harness.attempts()
    #expect(attempts.map(\.session) == ["a", "b", "c", "d"])
    for attempt in attempts.dropFirst(2) { harness.fail(attempt) }
    #expect(harness.attempts() == [])
    harness.succeed(attempts[0])
    #expect(harness.attempts() == [])
    harness.succeed(attempts[1])
    #expect(harness.sessions() == ["e"])
  }
}
