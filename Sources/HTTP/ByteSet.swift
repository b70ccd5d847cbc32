/// A set of ASCII bytes, as 128 bits: the character classes of the grammar.
struct ByteSet: Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init(_ members: StaticString) {
    members.withUTF8Buffer { bytes in
      for byte in bytes { insert(byte) }
    }
  }

  private mutating func insert(_ byte: UInt8) {
    precondition(byte < 0x80, "a ByteSet holds ASCII only")
    if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
  }

  func union(_ other: ByteSet) -> ByteSet {
    var result = self
    result.low |= other.low
    result.high |= other.high
    return result
  }

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    let word = byte < 64 ? low : high
    return byte < 0x80 && (word >> UInt64(byte & 63)) & 1 == 1
  }
}

extension ByteSet {
  static let digits = ByteSet("0123456789")
  static let hexDigits = ByteSet("0123456789abcdefABCDEF")
  private static let alphanumerics = ByteSet("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ").union(.digits)

  /// `tchar` (RFC 9110 §5.6.2).
  static let token = ByteSet("!#$%&'*+-.^_`|~").union(.alphanumerics)
  /// `unreserved / sub-delims` (RFC 3986 §2): a registered name, without its percent-encoded bytes.
  static let name = ByteSet("-._~!$&'()*+,;=").union(.alphanumerics)
  /// `pchar` and `/` (RFC 3986 §3.3), without percent-encoded bytes.
  static let path = ByteSet(":@/").union(.name)
  /// `pchar`, `/` and `?` (RFC 3986 §3.4), without percent-encoded bytes.
  static let query = ByteSet("?").union(.path)
}
