/// Base64 with padding (RFC 4648 §4).
enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      // A group that is too short is filled with zeros (RFC 4648 §4).
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for digit in 0...3 {
        text.append(digit <= group.count ? alphabet[bits >> (18 - 6 * digit) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes canonical Base64; nil for other characters, missing padding or nonzero unused bits.
  static func decode(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for character in text.utf8 {
      if character == UInt8(ascii: "=") { break }
      guard let digit = alphabet.firstIndex(of: character) else { return nil }
      // At most six bits are left over from the last digit, so 16 bits suffice and the shift cannot overflow.
      (bits, count) = (bits << 6 & 0xFFFF | digit, count + 6)
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    // One comparison finds wrong padding, text after it, and unused bits that are not zero.
    return encode(bytes) == text ? bytes : nil
  }
}
