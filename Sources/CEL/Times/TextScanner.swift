/// Reads the parts of a time or a duration from a text.
struct TextScanner {
  private let bytes: [UInt8]
  private var at = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  var isAtEnd: Bool { at == bytes.count }

  /// Reads a character, if it comes next.
  mutating func scan(_ character: Unicode.Scalar) -> Bool {
    guard at < bytes.count, bytes[at] == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  /// Reads a text, if it comes next.
  mutating func scan(text: String) -> Bool {
    let expected = Array(text.utf8)
    guard bytes[at...].starts(with: expected) else { return false }
    at += expected.count
    return true
  }

  /// Reads a number of exactly so many digits.
  mutating func number(digits count: Int) -> Int? {
    let digits = bytes[at...].prefix(count)
    guard digits.count == count, digits.allSatisfy(Self.isDigit) else { return nil }
    at += count
    return Self.number(digits)
  }

  /// Reads all digits that come next, possibly none.
  mutating func digits() -> ArraySlice<UInt8> {
    let digits = bytes[at...].prefix(while: Self.isDigit)
    at += digits.count
    return digits
  }

  /// Reads an optional fraction of a second, of at most nine digits, as nanoseconds.
  mutating func fraction() -> Int? {
    guard scan(".") else { return 0 }
    let digits = digits()
    guard (1...9).contains(digits.count) else { return nil }
    return (digits.count..<9).reduce(Self.number(digits)) { value, _ in value * 10 }
  }

  /// Reads `Z` or an offset such as `-09:30`, as seconds east of UTC.
  mutating func offset() -> Int? {
    if scan("Z") || scan("z") { return 0 }
    let isNegative = scan("-")
    guard isNegative || scan("+"), let hours = number(digits: 2), scan(":"), let minutes = number(digits: 2),
      hours < 24, minutes < 60
    else { return nil }
    let seconds = (hours * 60 + minutes) * 60
    return isNegative ? -seconds : seconds
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int {
    digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
