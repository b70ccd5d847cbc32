/// A set of Unicode scalars that match at one position.
struct ScalarSet: Sendable, Hashable {
  private(set) var ranges: [ClosedRange<UInt32>]

  init(_ ranges: ClosedRange<Unicode.Scalar>...) {
    self.ranges = ranges.map { $0.lowerBound.value...$0.upperBound.value }
  }

  static let any = ScalarSet("\u{0}"..."\u{10FFFF}")
  static let digits = ScalarSet("0"..."9")
  static let word = ScalarSet("0"..."9", "A"..."Z", "_"..."_", "a"..."z")
  /// The white space of JavaScript (ECMA-262 §12.2 and §12.3).
  static let space = ScalarSet(
    "\t"..."\r", " "..." ", "\u{A0}"..."\u{A0}", "\u{1680}"..."\u{1680}", "\u{2000}"..."\u{200A}",
    "\u{2028}"..."\u{2029}", "\u{202F}"..."\u{202F}", "\u{205F}"..."\u{205F}", "\u{3000}"..."\u{3000}",
    "\u{FEFF}"..."\u{FEFF}")

  func contains(_ scalar: Unicode.Scalar) -> Bool { ranges.contains { $0.contains(scalar.value) } }

  mutating func formUnion(_ other: ScalarSet) { ranges += other.ranges }

  /// The same set with ascending ranges that neither overlap nor touch.
  var normalized: ScalarSet {
    var normalized = ScalarSet()
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = normalized.ranges.last, range.lowerBound <= last.upperBound + 1 {
        normalized.ranges[normalized.ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        normalized.ranges.append(range)
      }
    }
    return normalized
  }

  /// The complement.
  var inverted: ScalarSet {
    var inverted = ScalarSet()
    var next: UInt32 = 0
    for range in normalized.ranges {
      if next < range.lowerBound { inverted.ranges.append(next...(range.lowerBound - 1)) }
      next = range.upperBound + 1
    }
    if next <= 0x10FFFF { inverted.ranges.append(next...0x10FFFF) }
    return inverted
  }
}
