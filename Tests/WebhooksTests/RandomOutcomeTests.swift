import TestSupport
import Testing

@testable import Webhooks

struct RandomOutcomeTests {
  /// The attempts in flight and the acknowledged deliveries of one webhook.
  private struct Ledger {
    var inFlight: [Schedule.Attempt] = []
    var taken: [String: [Int64]] = [:]

    /// - Returns: Whether the session has no other attempt in flight.
    mutating func begin(_ attempt: Schedule.Attempt) -> Bool {
      let isAlone = !inFlight.contains { $0.session == attempt.session }
      inFlight.append(attempt)
      return isAlone
    }
  }

  @Test(
    "All deliveries arrive in order, one per session at a time, despite random failures", arguments: 0..<20)
  func everything(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    var harness = WebhooksHarness {
      $0.inFlight = 4
      $0.page = 5
      $0.sessions = 15
    }
    harness.schedule.put("orders", .active)
    var ledger = Ledger()
    var committed = 0
    while committed < 200 || !ledger.inFlight.isEmpty || ledger.taken.values.joined().count < 200 {
      if committed < 200, chance.next() % 2 == 0 {
        committed += 1
        harness.commit("\(chance.next() % 12)")
      }
      for attempt in harness.attempts() {
        let isAlone = ledger.begin(attempt)
        #expect(isAlone)
      }
      #expect(ledger.inFlight.count <= 4)
      guard !ledger.inFlight.isEmpty else {
        if chance.next() % 4 == 0 { harness.schedule.put("orders", .active) }
        harness.sleep()
        continue
      }
      let attempt = ledger.inFlight.remove(at: Int(chance.next() % UInt64(ledger.inFlight.count)))
      end(attempt, chance.next() % 10, &harness, &ledger)
    }
    for (session, positions) in ledger.taken {
      #expect(positions == harness.stored["orders"]?.filter { $0.session == session }.map(\.position))
    }
    #expect(harness.schedule.inFlight == 0)
  }

  private func end(
    _ attempt: Schedule.Attempt, _ fate: UInt64, _ harness: inout WebhooksHarness, _ ledger: inout Ledger
  ) {
    switch fate {
    case 0...5:
      guard case .acknowledged(let position) = harness.succeed(attempt) else {
        Issue.record("an attempt had no delivery")
        return
      }
      ledger.taken[attempt.session, default: []].append(position)
    case 6, 7: harness.fail(attempt)
    case 8: harness.fail(attempt, retryAfter: 5_000, concernsAll: true)
    default: _ = harness.end(attempt, .unwanted)
    }
    if harness.schedule.status(of: "orders")?.state != .active { harness.schedule.put("orders", .active) }
  }
}
