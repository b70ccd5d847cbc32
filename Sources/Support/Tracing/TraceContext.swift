/// The trace that a request belongs to, as sent by its client (W3C Trace Context §3.2).
package struct TraceContext: Sendable, Equatable {
  /// The trace id: 32 hexadecimal digits.
  package let trace: String
  /// The id of the client's span: 16 hexadecimal digits.
  package let parent: String
  /// Whether the client records the trace, and asks others to do so (§3.2.2.5.1).
  package let isSampled: Bool

  private static let dash = UInt8(ascii: "-")

  /// Parses `version-traceid-parentid-flags` in lower-case hexadecimal. Later versions may append parts.
  /// Returns nil for anything else; the field is then ignored.
  package init?(_ value: ArraySlice<UInt8>) {
    guard (55...128).contains(value.count), value.allSatisfy({ Self.isDigit($0) || $0 == Self.dash }) else {
      return nil
    }
    let parts = value.split(separator: Self.dash, maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count >= 4, zip(parts, [2, 32, 16, 2]).allSatisfy({ $0.count == $1 }) else { return nil }
    // §3.2.2: version ff is forbidden, 00 has exactly these four parts, and all-zero ids are invalid.
    let isFirstVersion = parts[0].elementsEqual("00".utf8)
    guard !parts[0].elementsEqual("ff".utf8), !isFirstVersion || parts.count == 4,
      parts[1...2].allSatisfy({ $0.contains { $0 != UInt8(ascii: "0") } })
    else { return nil }
    trace = String(decoding: parts[1], as: UTF8.self)
    parent = String(decoding: parts[2], as: UTF8.self)
    // The flag is the last bit of the last digit, 0 to 9 and a to f in ASCII.
    isSampled = parts[3].last.map { Self.isOdd($0) } ?? false
  }

  private static func isOdd(_ digit: UInt8) -> Bool { (digit > 0x60 ? digit - 0x57 : digit) & 1 == 1 }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
  }
}
