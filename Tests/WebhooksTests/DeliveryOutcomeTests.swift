import Testing

@testable import Webhooks

struct DeliveryOutcomeTests {
  @Test(
    "A 2xx status acknowledges a delivery, 410 disables the webhook, and others are failures",
    arguments: [
      (199, .failed(.init(reason: "answered 199"))), (200, .delivered(7)), (204, .delivered(7)), (299, .delivered(7)),
      (302, .failed(.init(reason: "answered 302, and redirects are not followed"))),
      (404, .failed(.init(reason: "answered 404"))), (410, .unwanted), (500, .failed(.init(reason: "answered 500"))),
    ] as [(Int, DeliveryOutcome)])
  func statuses(status: Int, outcome: DeliveryOutcome) {
    #expect(DeliveryOutcome(.status(status, retryAfter: nil), of: 7) == outcome)
  }

  @Test(
    "Retry-After in seconds becomes milliseconds, up to a year",
    arguments: [
      (1, 1_000), (Int.max, 31_536_000_000),
    ] as [(Int, Int64)])
  func retryAfter(seconds: Int, milliseconds: Int64) {
    let failure = DeliveryOutcome.Failure(reason: "answered 500", retryAfter: milliseconds)
    #expect(DeliveryOutcome(.status(500, retryAfter: seconds), of: 7) == .failed(failure))
  }

  @Test("A failure with status 429 or 503 concerns all deliveries", arguments: [429, 503])
  func receiver(status: Int) {
    let failure = DeliveryOutcome.Failure(reason: "answered \(status)", retryAfter: 2_000, concernsAll: true)
    #expect(DeliveryOutcome(.status(status, retryAfter: 2), of: 7) == .failed(failure))
  }
}
