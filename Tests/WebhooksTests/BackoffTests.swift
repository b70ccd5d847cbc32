import Testing

@testable import Webhooks

struct BackoffTests {
  @Test(
    "The delay doubles from a second to an hour, and chance subtracts up to a half",
    arguments: [
      (1, 500, 1_000), (2, 1_000, 2_000), (3, 2_000, 4_000), (12, 1_024_000, 2_048_000), (13, 1_800_000, 3_600_000),
      (1_000_000, 1_800_000, 3_600_000),
    ])
  func doubling(failures: Int, shortest: Int64, longest: Int64) {
    #expect(Backoff().delay(after: failures) { $0.lowerBound } == shortest)
    #expect(Backoff().delay(after: failures) { $0.upperBound } == longest)
  }

  @Test("A delay that starts at its longest stays constant")
  func constant() {
    var backoff = Backoff()
    (backoff.first, backoff.longest) = (7, 7)
    #expect([1, 2, 50].map { backoff.delay(after: $0) { $0.upperBound } } == [7, 7, 7])
  }
}
