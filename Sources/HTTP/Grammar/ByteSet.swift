/// A set of ASCII bytes as 128 bits. Represents the character classes of the grammar.
struct ByteSet: Sendable {
  private let low: UInt64
  private let high: UInt64

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    let word = byte < 64 ? low : high
    return byte < 0x80 && (word >> UInt64(byte & 63)) & 1 == 1
  }

  /// Whether the set has all letters, digits and -./_
  @inline(__always)
  var containsPlain: Bool {
    low & 0x03FF_E000_0000_0000 == 0x03FF_E000_0000_0000 && high & 0x07FF_FFFE_87FF_FFFE == 0x07FF_FFFE_87FF_FFFE
  }
}

// Numeric literals make these constants, without a check for lazy initialisation. A test compares them with their
// definitions.
extension ByteSet {
  static let digits = ByteSet(low: 0x03FF_0000_0000_0000, high: 0x0000_0000_0000_0000)
  static let hexDigits = ByteSet(low: 0x03FF_0000_0000_0000, high: 0x0000_007E_0000_007E)
  /// `tchar` (RFC 9110 §5.6.2): letters, digits and !#$%&'*+-.^_`|~
  static let token = ByteSet(low: 0x03FF_6CFA_0000_0000, high: 0x57FF_FFFF_C7FF_FFFE)
  /// `unreserved / sub-delims` (RFC 3986 §2): letters, digits and -._~!$&'()*+,;=
  static let name = ByteSet(low: 0x2BFF_7FD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFE)
  /// `pchar` and slash (RFC 3986 §3.3), without percent-encoded bytes: `name` and :@/
  static let path = ByteSet(low: 0x2FFF_FFD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFF)
  /// `pchar`, slash and question mark (RFC 3986 §3.4), without percent-encoded bytes: `path` and ?
  static let query = ByteSet(low: 0xAFFF_FFD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFF)
}
