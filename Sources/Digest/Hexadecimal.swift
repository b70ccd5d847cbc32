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
    let digits = text.utf8.map { Self.digits.firstIndex(of: $0) }
    guard digits.count % 2 == 0 else { return nil }
    self = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index], let low = digits[index + 1] else { return nil }
      append(UInt8(high << 4 | low))
    }
  }
}
