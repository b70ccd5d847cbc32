import Testing

@testable import Webhooks

struct ParkingTests {
  private var harness = WebhooksHarness()

  init() {
    harness.schedule.put("orders", .active)
  }

  @Test("Twenty failures in a row disable a webhook, which gets no deliveries until it is resumed")
  mutating func parked() throws {
    harness.commit("a")
    for _ in 1...19 {
      #expect(try harness.fail(harness.attempt()).isRetry)
      harness.sleep()
    }
    let result = harness.fail(try harness.attempt())
    let reason = "failed 20 times in a row, last error: answered 500"
    #expect(result == .parked(.init(reason: reason, since: 1_767_323_045_678 + harness.now)))
    harness.commit("b")
    #expect(harness.attempts() == [])
    #expect(harness.schedule.wakesAt(after: harness.now) == nil)
    harness.schedule.put("orders", .active)
    #expect(harness.sessions() == ["a", "b"])
  }

  @Test("A delivery that always fails is retried without end while others arrive")
  mutating func disliked() {
    harness.commit("bad")
    var failures = 0
    while failures < 100 {
      for attempt in harness.attempts() {
        guard attempt.session == "bad" else {
          harness.succeed(attempt)
          continue
        }
        failures += 1
        #expect(harness.fail(attempt).isRetry)
        harness.commit("good")
      }
      harness.sleep()
    }
    #expect(harness.schedule.status(of: "orders")?.state == .active)
  }

  @Test("Failures of several sessions at the same time count once")
  func simultaneous() throws {
    var harness = WebhooksHarness { $0.failures = 2 }
    harness.schedule.put("orders", .active)
    harness.commit("a", "b", "c")
    let attempts = harness.attempts()
    for attempt in attempts.dropLast() {
      #expect(harness.fail(attempt) == .retried(after: 1_000, failures: 1))
    }
    harness.now = 499
    #expect(harness.fail(attempts[2]) == .retried(after: 1_000, failures: 1))
    harness.now = 1_000
    let last = harness.fail(try harness.attempt())
    let reason = "failed 2 times in a row, last error: answered 500"
    #expect(last == .parked(.init(reason: reason, since: 1_767_323_046_678)))
  }

  @Test("A receiver without a success gets one delivery at a time, at most 5 s apart")
  mutating func grave() {
    harness.commit("a", "b", "c")
    for attempt in harness.attempts() { harness.fail(attempt) }
    harness.now = 1_000
    let second = harness.attempts()
    #expect(second.count == 3)
    for attempt in second { harness.fail(attempt) }
    harness.commit("d")
    #expect(harness.attempts() == [])
    harness.now += 1_000
    let probe = harness.attempts()
    #expect(probe.map(\.session) == ["d"])
    for _ in 1...10 {
      harness.now += CircuitBreaker.longestPause
      harness.commit("\(harness.now)")
      #expect(harness.attempts().count <= 1)
    }
    harness.succeed(probe[0])
    #expect(harness.attempts().count > 1)
  }

  @Test("A 410 disables the webhook at once and keeps the delivery")
  mutating func unwanted() throws {
    harness.commit("a")
    let result = harness.end(try harness.attempt(), .unwanted)
    let parking = Webhook.Parking(
      reason: "answered 410: the receiver accepts no further deliveries", since: 1_767_323_045_678)
    #expect(result == .parked(parking))
    #expect(harness.schedule.status(of: "orders")?.state == .parked(parking))
    harness.schedule.put("orders", .active)
    #expect(harness.sessions() == ["a"])
  }

  @Test("A webhook that is stored as disabled stays disabled at a start")
  func parkedBefore() {
    var harness = WebhooksHarness()
    harness.schedule.put("orders", .parked(.init(reason: "answered 410", since: 1)))
    harness.commit("a")
    #expect(harness.attempts() == [])
    #expect(harness.reads == 0)
  }

  @Test(
    "The outcome of an attempt does not count against a webhook that was put meanwhile",
    arguments: [
      DeliveryOutcome.unwanted, .failed(DeliveryOutcome.Failure(reason: "answered 500")),
    ])
  mutating func replaced(outcome: DeliveryOutcome) throws {
    harness.commit("a")
    let attempt = try harness.attempt()
    harness.schedule.put("orders", .active)
    #expect(harness.attempts() == [])
    #expect(harness.end(attempt, outcome) == .settled)
    #expect(harness.sessions() == ["a"])
  }

  @Test("A removed webhook gets no deliveries, and a new one of its name starts anew")
  mutating func removed() {
    harness.commit("a", "b")
    let attempts = harness.attempts()
    harness.schedule.remove("orders")
    #expect(harness.schedule.status(of: "orders") == nil)
    #expect(harness.fail(attempts[0]) == .settled)
    harness.schedule.put("orders", .active)
    #expect(harness.sessions() == ["a", "b"])
    #expect(harness.succeed(attempts[1]) == .acknowledged(2))
    #expect(harness.schedule.inFlight == 2)
  }

  @Test("The status contains the deliveries in flight, the failures and the last reason")
  mutating func status() {
    harness.commit("a", "b", "c")
    let attempts = harness.attempts()
    harness.succeed(attempts[0])
    harness.fail(attempts[1])
    let status = WebhookStatus(
      state: .active, inFlight: 1, failingSessions: 1, delivered: 1, failures: 1, lastFailure: "answered 500")
    #expect(harness.schedule.status(of: "orders") == status)
  }
}
