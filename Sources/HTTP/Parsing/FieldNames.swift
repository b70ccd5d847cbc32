/// A Bloom filter of the names of a request's fields: most lookups are for fields that are absent, and end without a
/// comparison.
struct FieldNames: Sendable {
  private var bits: UInt64 = 0

  /// Adds the name in `range`.
  mutating func insert(_ range: Range<Int>, in bytes: Span<UInt8>) {
    // A name is never empty: `FieldSection` refuses a line that begins with a colon.
    bits |= Self.bit(range.count, bytes[range.lowerBound].asciiLowercased)
  }

  /// Whether a field may have that name; false if none has.
  func mayContain(_ lowercaseName: StaticString) -> Bool {
    bits & Self.bit(lowercaseName.utf8CodeUnitCount, lowercaseName.utf8Start.pointee) != 0
  }

  /// The bit of a name, by its length and its first letter.
  @inline(__always)
  private static func bit(_ length: Int, _ first: UInt8) -> UInt64 {
    1 << UInt64((length &* 7 &+ Int(first)) & 63)
  }
}
