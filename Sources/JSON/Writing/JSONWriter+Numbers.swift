extension JSONWriter {
  @usableFromInline package mutating func append(integer: Int64) {
    if integer < 0 { append(UInt8(ascii: "-")) }
    // Int64.min cannot be negated.
    append(decimal: integer.magnitude)
  }

  @usableFromInline package mutating func append(integer: Int) {
    append(integer: Int64(integer))
  }

  /// Appends the shortest digits that parse to the same number; `null` when it is not finite.
  package mutating func append(number: Double) {
    guard number.isFinite else { return append("null") }
    // Always with a fraction or an exponent ("1.0", "1e+16"), so that it is parsed as a number, not as an integer.
    number.description.withBytes { append($0) }
  }

  private mutating func append(decimal: UInt64) {
    if decimal < 10 { return append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: decimal)) }
    // UInt64.max has 20 digits.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var first = 20
      var rest = decimal
      repeat {
        first -= 1
        digits.initializeElement(at: first, to: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
        rest /= 10
      } while rest > 0
      append(UnsafeBufferPointer(rebasing: digits[first...]))
    }
  }
}
