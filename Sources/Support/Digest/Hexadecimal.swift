// Hashes are stored as text in tables and archives, which keeps those readable.

extension [UInt8] {
  private static let digits = Array("0123456789abcdef".utf8)

  /// Two lower-case digits for each byte.
  package var hexadecimal: String {
    let digits = Self.digits
    return String(unsafeUninitializedCapacity: 2 * count) { text in
      for index in indices {
        text[2 * index] = digits[Int(self[index] >> 4)]
        text[2 * index + 1] = digits[Int(self[index] & 15)]
      }
      return 2 * count
    }
  }

  /// Parses the output of `hexadecimal`; nil for any other text.
  package init?(hexadecimal text: String) {
    let count = text.utf8.count
    guard count % 2 == 0 else { return nil }
    self = []
    reserveCapacity(count / 2)
    var high: UInt8?
    for character in text.utf8 {
      guard let digit = Self.value(ofDigit: character) else { return nil }
      if let first = high {
        append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
  }

  private static func value(ofDigit character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
