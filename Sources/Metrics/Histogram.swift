import Synchronization

/// How often a quantity was how large. Noting one costs two relaxed additions and takes no lock.
///
/// Quantities are integers, such as nanoseconds; the text has them in the unit that the scale leads to.
package struct Histogram: ~Copyable, Sendable {
  /// Bounds, at most; the last cell is for what lies above all.
  static let limit = 19

  /// Upper bounds, each inclusive.
  let bounds: [Int]
  /// How many units of the quantity are one of the text.
  let scale: Double
  private let cells = InlineArray<20, Counter> { _ in Counter() }
  private let total = Counter()

  /// Traps on bounds that do not rise, or are too many.
  package init(upTo bounds: [Int], scale: Double = 1) {
    precondition(bounds.count <= Self.limit, "\(bounds.count) bounds are more than \(Self.limit)")
    precondition(zip(bounds, bounds.dropFirst()).allSatisfy(<), "the bounds \(bounds) do not rise")
    self.bounds = bounds
    self.scale = scale
  }

  package func note(_ quantity: Int) {
    var cell = 0
    while cell < bounds.count, quantity > bounds[cell] { cell += 1 }
    cells[cell].increment()
    total.increment(by: quantity)
  }

  /// How many quantities were up to each bound, and how many there were.
  ///
  /// The cells are read one after the other while others count: the numbers rise and end with the count, as readers rely on.
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
  /// For times: from a tenth of a millisecond to ten seconds.
  ///
  /// To be noted in nanoseconds; the text has seconds.
  package static func durations() -> Histogram {
    let microseconds = [
      50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 1_000_000, 2_500_000,
      10_000_000,
    ]
    return Histogram(upTo: microseconds.map { $0 * 1_000 }, scale: 1e9)
  }

  /// For how much is done at once: powers of two, up to some thousands.
  package static func sizes() -> Histogram {
    Histogram(upTo: (0...12).map { 1 << $0 })
  }
}
