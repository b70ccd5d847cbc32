/// The unguessable id of a session: 128 bits, 100 of them random, written as `s_` and 22 characters of base64url.
///
/// The first 28 bits depend on the second of its creation: sessions that are created together are neighbours in the
/// indexes, so that a creation touches pages that the ones before it have touched. The seconds are spread over all ids.
///
/// Stored as two words, so that a lookup needs no String. Parsing accepts only the exact text that `text` produces.
package struct SessionID: Hashable, Sendable {
  package let high: UInt64
  package let low: UInt64

  package var bits: UInt128 { UInt128(high) << 64 | UInt128(low) }

  /// The length of the text in bytes.
  package static let textCount = 24

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  package init(from generator: inout some RandomNumberGenerator) {
    self.init(high: generator.next(), low: generator.next())
  }

  /// Returns 128 bits from the system's random generator.
  package static func random() -> SessionID {
    var generator = SystemRandomNumberGenerator()
    return SessionID(from: &generator)
  }

  /// Returns the id of a new session.
  ///
  /// - Parameter time: Milliseconds since 1970.
  package static func random(at time: Int64) -> SessionID {
    let id = random()
    // Sessions that are created together are neighbours in an index. Fibonacci hashing: those of consecutive times are far
    // apart, so that a walk in the order of the ids makes steady progress.
    let place = UInt64(truncatingIfNeeded: time / 16) &* 0x9E37_79B9_7F4A_7C15
    return SessionID(high: (place >> 36) << 36 | id.high >> 28, low: id.low)
  }

  /// Parses an id; nil when the bytes are not one.
  package init?(_ text: ArraySlice<UInt8>) {
    let id = text.withUnsafeBytes { text in SessionID(text) }
    guard let id else { return nil }
    self = id
  }

  package init?(_ text: String) {
    self.init(Array(text.utf8)[...])
  }

  package init?(_ text: UnsafeRawBufferPointer) {
    guard text.count == Self.textCount, text[0] == UInt8(ascii: "s"), text[1] == UInt8(ascii: "_"),
      let (high, low) = Self.words(ofDigits: UnsafeRawBufferPointer(rebasing: text[2...]))
    else { return nil }
    self.init(high: high, low: low)
  }

  /// The bits of 22 characters of base64url: 21 of them hold 126 bits, the last one the remaining two, with its low four
  /// bits zero.
  private static func words(ofDigits text: UnsafeRawBufferPointer) -> (high: UInt64, low: UInt64)? {
    // All digits are below 64, so a higher bit is from a byte that is none.
    var seen: UInt64 = 0
    let digits = digits
    func word(_ positions: Range<Int>) -> UInt64 {
      positions.reduce(into: 0) { word, position in
        let digit = UInt64(digits[Int(text[position])])
        seen |= digit
        word = word << 6 | digit
      }
    }
    let (first, middle, second, last) = (word(0..<10), word(10..<11), word(11..<21), word(21..<22))
    guard seen < 64, last & 0b1111 == 0 else { return nil }
    return (first << 4 | middle >> 2, middle << 62 | second << 2 | last >> 4)
  }

  package var text: String {
    String(unsafeUninitializedCapacity: Self.textCount) { buffer in
      // The capacity is at least the requested one, so there is a base address.
      if let start = buffer.baseAddress { write(to: start) }
      return Self.textCount
    }
  }

  /// Appends the text.
  package func append(to bytes: inout [UInt8]) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.textCount) { buffer in
      if let start = buffer.baseAddress { write(to: start) }
      bytes.append(contentsOf: buffer)
    }
  }

  /// Writes the `textCount` bytes of the text.
  package func write(to text: UnsafeMutablePointer<UInt8>) {
    text[0] = UInt8(ascii: "s")
    text[1] = UInt8(ascii: "_")
    Self.alphabet.withUnsafeBufferPointer { alphabet in
      var (rest, bits) = (high, low)
      for position in 2..<23 {
        text[position] = alphabet[Int(rest >> 58)]
        rest = rest << 6 | bits >> 58
        bits <<= 6
      }
      // Two of 128 bits remain.
      text[23] = alphabet[Int(rest >> 58)]
    }
  }

  private static let alphabet: [UInt8] = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The order of the first ten characters after `s_` among texts, as far as these differ.
  package var textOrder: UInt64 {
    var (order, rest) = (UInt64(0), high)
    for _ in 0..<10 {
      order = order << 6 | Self.rank(ofDigit: rest >> 58)
      rest <<= 6
    }
    return order
  }

  /// The place of a digit's character among the 64 characters in the order of ASCII.
  private static func rank(ofDigit digit: UInt64) -> UInt64 {
    // In ASCII, `-` comes before the digits, these before the capital letters, then `_` and the small letters.
    switch digit {
    case 0..<26: digit + 11
    case 26..<52: digit + 12
    case 52..<62: digit - 51
    case 62: 0
    default: 37
    }
  }

  /// The value of each byte as a digit; 255 for those that are none.
  private static let digits: [UInt8] = {
    var digits = [UInt8](repeating: 255, count: 256)
    for (value, character) in alphabet.enumerated() { digits[Int(character)] = UInt8(value) }
    return digits
  }()
}
