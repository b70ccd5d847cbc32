// Hashes stand in the tables as text, so that a person who looks at them does not get raw bytes.

extension [UInt8] {
  /// Two digits a byte, `0` to `f`.
  var hexadecimal: String {
    reduce(into: "") { text, byte in text += (byte < 16 ? "0" : "") + String(byte, radix: 16) }
  }

  /// Reads what `hexadecimal` gives; nil when the text is anything else.
  init?(hexadecimal text: String) {
    let digits = text.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count % 2 == 0 else { return nil }
    self = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index], let low = digits[index + 1] else { return nil }
      append(UInt8(high << 4 | low))
    }
  }
}
