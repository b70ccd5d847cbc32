/// Base64 for URLs, without padding (RFC 7515 §2).
enum Base64URL {
  /// Decodes a text; nil for other characters, an impossible length, or unused bits that are not zero.
  static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard text.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3 + 2)
    var (bits, count): (UInt32, UInt32) = (0, 0)
    for character in text {
      guard let digit = digit(character) else { return nil }
      // At most six bits are left over from the last digit.
      (bits, count) = (bits << 6 | digit, count + 6)
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      bits &= (1 << count) - 1
    }
    return bits == 0 ? bytes : nil
  }

  private static func digit(_ character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character) + 4
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
