import Synchronization

/// A lock-free histogram. Recording a quantity takes two relaxed atomic additions.
///
/// Quantities are integers, such as nanoseconds; the scale converts them to the unit of the text.
package struct Histogram: ~Copyable, Sendable {
  /// The maximum number of bounds; one more cell counts quantities above all bounds.
  static let limit = 19

  /// The upper bounds, inclusive.
  let bounds: [Int]
  /// The number of units of a quantity that are one unit of the text.
  let scale: Double
  // One more than `limit`. Not an `Array`, which cannot hold counters: they are not copyable.
  private let cells = InlineArray<20, Counter> { _ in Counter() }
  private let total = Counter()

  /// Creates a histogram. Traps if the bounds are not ascending, or are too many.
  package init(upTo bounds: [Int], scale: Double = 1) {
    precondition(bounds.count <= Self.limit, "\(bounds.count) bounds exceed the limit of \(Self.limit)")
    precondition(zip(bounds, bounds.dropFirst()).allSatisfy(<), "the bounds \(bounds) must be ascending")
    self.bounds = bounds
    self.scale = scale
  }

  /// Records a quantity.
  package func observe(_ quantity: Int) {
    var cell = 0
    while cell < bounds.count, quantity > bounds[cell] { cell += 1 }
    cells[cell].increment()
    total.increment(by: quantity)
  }

  /// The number of quantities up to each bound, and in total.
  ///
  /// The cells are read one by one while other threads record. The numbers still ascend up to the total, as Prometheus
  /// requires.
  var cumulative: (upTo: [Int], count: Int) {
    var count = 0
    let upTo = bounds.indices.map { index in
      count += cells[index].value
      return count
    }
    return (upTo, count + cells[bounds.count].value)
  }

  var sum: Int { total.value }
}

extension Histogram {
  /// A histogram of durations from 50 microseconds to ten seconds.
  ///
  /// Recorded in nanoseconds, written in seconds.
  package static func durations() -> Histogram {
    let microseconds = [
      50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 1_000_000, 2_500_000,
      10_000_000,
    ]
    return Histogram(upTo: microseconds.map { $0 * 1_000 }, scale: 1e9)
  }

  /// A histogram of batch sizes: powers of two up to 4,096.
  package static func sizes() -> Histogram {
    Histogram(upTo: (0...12).map { 1 << $0 })
  }
}
