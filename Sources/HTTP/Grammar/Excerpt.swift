/// A quoted excerpt of a request for an error `detail` or a log: printable ASCII only, limited in length.
enum Excerpt {
  private static let limit = 60

  static func of(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
    var text = "\""
    for index in range.prefix(limit) { append(bytes[index], to: &text) }
    return text + (range.count > limit ? "…\"" : "\"")
  }

  static func of(_ bytes: ArraySlice<UInt8>) -> String {
    of(bytes.span, 0..<bytes.count)
  }

  private static func append(_ byte: UInt8, to text: inout String) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += "\\\(Character(Unicode.Scalar(byte)))"
    case 0x20..<0x7F: text.unicodeScalars.append(Unicode.Scalar(byte))
    case .carriageReturn: text += "\\r"
    case .lineFeed: text += "\\n"
    case .tab: text += "\\t"
    default: text += "\\x" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
    }
  }
}
