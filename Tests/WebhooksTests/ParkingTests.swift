import Testing

@testable import Webhooks

struct ParkingTests {
  private var rehearsal = Rehearsal()

  init() {
    rehearsal.schedule.put("orders", .active)
  }

  @Test("Twenty failures in a row park a webhook, which then gets nothing until it is resumed")
  mutating func parked() throws {
    rehearsal.commit("a")
    for _ in 1...19 {
      #expect(try rehearsal.fail(rehearsal.attempt()).isRetry)
      rehearsal.sleep()
    }
    let result = rehearsal.fail(try rehearsal.attempt())
    let reason = "failed 20 times in a row, at last: answered 500"
    #expect(result == .parked(.init(reason: reason, since: 1_767_323_045_678 + rehearsal.now)))
    rehearsal.commit("b")
    #expect(rehearsal.attempts() == [])
    #expect(rehearsal.schedule.wakesAt(after: rehearsal.now) == nil)
    rehearsal.schedule.put("orders", .active)
    #expect(rehearsal.sessions() == ["a", "b"])
  }

  @Test("A delivery that alone is not liked is tried for ever, while others arrive")
  mutating func disliked() {
    rehearsal.commit("bad")
    var failures = 0
    while failures < 100 {
      for attempt in rehearsal.attempts() {
        guard attempt.session == "bad" else {
          rehearsal.succeed(attempt)
          continue
        }
        failures += 1
        #expect(rehearsal.fail(attempt).isRetry)
        rehearsal.commit("good")
      }
      rehearsal.sleep()
    }
    #expect(rehearsal.schedule.status(of: "orders")?.state == .active)
  }

  @Test("Many sessions that fail at the same time count once")
  func simultaneous() throws {
    var rehearsal = Rehearsal { $0.failures = 2 }
    rehearsal.schedule.put("orders", .active)
    rehearsal.commit("a", "b", "c")
    let attempts = rehearsal.attempts()
    for attempt in attempts.dropLast() {
      #expect(rehearsal.fail(attempt) == .retried(after: 1_000, failures: 1))
    }
    rehearsal.now = 499
    #expect(rehearsal.fail(attempts[2]) == .retried(after: 1_000, failures: 1))
    rehearsal.now = 1_000
    let last = rehearsal.fail(try rehearsal.attempt())
    #expect(last == .parked(.init(reason: "failed 2 times in a row, at last: answered 500", since: 1_767_323_046_678)))
  }

  @Test("A receiver that takes nothing gets one at a time, with pauses of at most five seconds")
  mutating func grave() {
    rehearsal.commit("a", "b", "c")
    for attempt in rehearsal.attempts() { rehearsal.fail(attempt) }
    rehearsal.now = 1_000
    let second = rehearsal.attempts()
    #expect(second.count == 3)
    for attempt in second { rehearsal.fail(attempt) }
    rehearsal.commit("d")
    #expect(rehearsal.attempts() == [])
    rehearsal.now += 1_000
    let probe = rehearsal.attempts()
    #expect(probe.map(\.session) == ["d"])
    for _ in 1...10 {
      rehearsal.now += CircuitBreaker.longestPause
      rehearsal.commit("\(rehearsal.now)")
      #expect(rehearsal.attempts().count <= 1)
    }
    rehearsal.succeed(probe[0])
    #expect(rehearsal.attempts().count > 1)
  }

  @Test("410 parks at once, and the delivery is kept")
  mutating func unwanted() throws {
    rehearsal.commit("a")
    let result = rehearsal.end(try rehearsal.attempt(), .unwanted)
    let parking = Webhook.Parking(
      reason: "answered 410: the receiver wants nothing more", since: 1_767_323_045_678)
    #expect(result == .parked(parking))
    #expect(rehearsal.schedule.status(of: "orders")?.state == .parked(parking))
    rehearsal.schedule.put("orders", .active)
    #expect(rehearsal.sessions() == ["a"])
  }

  @Test("One that was parked before the start stays so")
  func parkedBefore() {
    var rehearsal = Rehearsal()
    rehearsal.schedule.put("orders", .parked(.init(reason: "answered 410", since: 1)))
    rehearsal.commit("a")
    #expect(rehearsal.attempts() == [])
    #expect(rehearsal.reads == 0)
  }

  @Test(
    "What an attempt comes to does not count against the webhook that was put meanwhile",
    arguments: [
      DeliveryOutcome.unwanted, .failed(DeliveryOutcome.Failure(reason: "answered 500")),
    ])
  mutating func replaced(outcome: DeliveryOutcome) throws {
    rehearsal.commit("a")
    let attempt = try rehearsal.attempt()
    rehearsal.schedule.put("orders", .active)
    #expect(rehearsal.attempts() == [])
    #expect(rehearsal.end(attempt, outcome) == .settled)
    #expect(rehearsal.sessions() == ["a"])
  }

  @Test("A webhook that is removed gets nothing, and one of its name begins anew")
  mutating func removed() {
    rehearsal.commit("a", "b")
    let attempts = rehearsal.attempts()
    rehearsal.schedule.remove("orders")
    #expect(rehearsal.schedule.status(of: "orders") == nil)
    #expect(rehearsal.fail(attempts[0]) == .settled)
    rehearsal.schedule.put("orders", .active)
    #expect(rehearsal.sessions() == ["a", "b"])
    #expect(rehearsal.succeed(attempts[1]) == .acknowledged(2))
    #expect(rehearsal.schedule.inFlight == 2)
  }

  @Test("The status says what is on its way, what fails, and why")
  mutating func status() {
    rehearsal.commit("a", "b", "c")
    let attempts = rehearsal.attempts()
    rehearsal.succeed(attempts[0])
    rehearsal.fail(attempts[1])
    let status = WebhookStatus(
      state: .active, inFlight: 1, failingSessions: 1, delivered: 1, failures: 1, lastFailure: "answered 500")
    #expect(rehearsal.schedule.status(of: "orders") == status)
  }
}
