import Testing

@testable import Webhooks

struct DeliveryOutcomeTests {
  @Test(
    "2xx is taken, 410 is unwanted, all else has failed",
    arguments: [
      (199, .failed(.init(reason: "answered 199"))), (200, .delivered(7)), (204, .delivered(7)), (299, .delivered(7)),
      (302, .failed(.init(reason: "answered 302, and redirects are not followed"))),
      (404, .failed(.init(reason: "answered 404"))), (410, .unwanted), (500, .failed(.init(reason: "answered 500"))),
    ] as [(Int, DeliveryOutcome)])
  func statuses(status: Int, outcome: DeliveryOutcome) {
    #expect(DeliveryOutcome(.status(status, retryAfter: nil), of: 7) == outcome)
  }

  @Test(
    "Seconds that are asked for become milliseconds, however many they are",
    arguments: [
      (1, 1_000), (Int.max, 31_536_000_000),
    ] as [(Int, Int64)])
  func retryAfter(seconds: Int, milliseconds: Int64) {
    let failure = DeliveryOutcome.Failure(reason: "answered 500", retryAfter: milliseconds)
    #expect(DeliveryOutcome(.status(500, retryAfter: seconds), of: 7) == .failed(failure))
  }

  @Test("A receiver that has too much to do, or is not there, asks for itself", arguments: [429, 503])
  func receiver(status: Int) {
    let failure = DeliveryOutcome.Failure(reason: "answered \(status)", retryAfter: 2_000, concernsAll: true)
    #expect(DeliveryOutcome(.status(status, retryAfter: 2), of: 7) == .failed(failure))
  }
}
