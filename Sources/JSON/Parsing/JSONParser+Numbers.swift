extension JSONParser {
  /// The digits of a number that were read so far.
  private struct Decimal {
    /// The digits as an integer; undefined when more than 19 were read.
    var digits: UInt64 = 0
    var digitCount = 0
    /// The power of ten by which `digits` is multiplied.
    var exponent = 0

    /// Whether the digits fit: any 19 digits fit 64 bits.
    var fits: Bool { digitCount <= 19 }
  }

  /// Parses a number (RFC 8259 §6): as an integer when it is written as one, otherwise as the nearest double.
  ///
  /// An integer beyond 64 bits and a fraction that underflows to 0 are errors, unless numbers are rounded. `-0` is the
  /// number -0.0, since an integer has no sign of zero.
  mutating func number() throws(JSONError) -> JSONValue {
    let start = at
    var decimal = Decimal()
    let isNegative = next == UInt8(ascii: "-")
    if isNegative { at += 1 }
    if next == UInt8(ascii: "0"), at + 1 < bytes.count, Self.isDigit(bytes[at + 1]) {
      throw fault("a number that begins with 0; leading zeros are not accepted")
    }
    try digits(into: &decimal, after: isNegative ? "'-'" : "")
    if next != UInt8(ascii: "."), next != UInt8(ascii: "e"), next != UInt8(ascii: "E") {
      if let integer = Self.integer(decimal, isNegative: isNegative) { return .integer(integer) }
      guard roundsNumbers || decimal.digits == 0 && decimal.fits else { throw tooLongInteger(from: start) }
      return .number(try double(decimal, isNegative: isNegative, from: start))
    }
    try fractionAndExponent(into: &decimal)
    return .number(try double(decimal, isNegative: isNegative, from: start))
  }

  @inline(__always)
  private static func isDigit(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10
  }

  @inline(__always)
  private mutating func digits(into decimal: inout Decimal, after place: StaticString) throws(JSONError) {
    guard Self.isDigit(next) else { throw fault("\(found) where a digit is expected after \(place) in a number") }
    let start = at
    repeat {
      // From the 20th digit on the value wraps, which `fits` detects afterwards; the loop needs no check.
      decimal.digits = decimal.digits &* 10 &+ UInt64(next &- UInt8(ascii: "0"))
      at += 1
    } while Self.isDigit(next)
    decimal.digitCount += at - start
  }

  private mutating func fractionAndExponent(into decimal: inout Decimal) throws(JSONError) {
    if next == UInt8(ascii: ".") {
      at += 1
      let start = at
      try digits(into: &decimal, after: "'.'")
      decimal.exponent -= at - start
    }
    guard next == UInt8(ascii: "e") || next == UInt8(ascii: "E") else { return }
    at += 1
    let isNegative = next == UInt8(ascii: "-")
    if isNegative || next == UInt8(ascii: "+") { at += 1 }
    var exponent = Decimal()
    try digits(into: &exponent, after: "'e'")
    // Out of the range of the exact calculation; the slow one parses the text again.
    let value = exponent.digitCount <= 4 ? Int(exponent.digits) : 10_000
    decimal.exponent += isNegative ? -value : value
  }

  private static func integer(_ decimal: Decimal, isNegative: Bool) -> Int64? {
    guard decimal.fits else { return nil }
    if !isNegative { return Int64(exactly: decimal.digits) }
    if decimal.digits == 0 || decimal.digits > Int64.min.magnitude { return nil }
    // Negated as unsigned bits, since the magnitude of Int64.min is no Int64.
    return Int64(truncatingIfNeeded: 0 &- decimal.digits)
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
    1e20, 1e21, 1e22,
  ]

  private func double(_ decimal: Decimal, isNegative: Bool, from start: Int) throws(JSONError) -> Double {
    // Clinger 1990: when digits and power of ten are both exact, one operation rounds correctly.
    // Integers up to 2^53 and powers of ten up to 10^22 have no rounding error as doubles.
    if decimal.fits, decimal.digits <= 1 << 53, decimal.exponent.magnitude <= 22 {
      let digits = Double(decimal.digits)
      let power = Self.powersOfTen[Int(decimal.exponent.magnitude)]
      let magnitude = decimal.exponent < 0 ? digits / power : digits * power
      return isNegative ? -magnitude : magnitude
    }
    let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<at]), as: UTF8.self)
    guard let number = Double(text), number.isFinite else {
      throw fault("the number \(text.prefix(40)) is out of range; the largest is 1.7976931348623157e308", at: start)
    }
    guard number != 0 || roundsNumbers || Self.isZero(text) else {
      throw fault("the number \(text.prefix(40)) is too close to 0; the smallest is 5e-324", at: start)
    }
    return number
  }

  /// Whether all digits before the exponent are 0.
  private static func isZero(_ text: String) -> Bool {
    text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.allSatisfy { !isDigit($0) || $0 == UInt8(ascii: "0") }
  }

  private func tooLongInteger(from start: Int) -> JSONError {
    // Only the beginning is quoted, since the digits can be as many as a request has bytes.
    let text = String(decoding: bytes[start..<min(at, start + 40)], as: UTF8.self)
    return fault(
      "the integer \(text) exceeds 64 bits; integers from \(Int64.min) to \(Int64.max) are stored exactly; send others "
        + "as strings", at: start)
  }
}
