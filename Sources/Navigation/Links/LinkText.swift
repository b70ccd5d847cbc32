/// A text of a URL with its numeric value, parsed once because many links may need it.
struct LinkText: Sendable {
  let string: String
  /// Nil when the text is not an integer.
  let integer: Int64?
  /// Nil when the text is an integer or not a number.
  let number: Double?

  init(_ string: String) {
    self.string = string
    let isUnsigned = string.utf8.first != UInt8(ascii: "+")
    let integer = isUnsigned ? Int64(string) : nil
    self.integer = integer
    number = isUnsigned && integer == nil ? Self.number(string) : nil
  }

  /// Parses decimal numbers only. Swift also parses `nan`, `inf` and `0x1p3`, which are not numbers in a link.
  private static func number(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), let number = Double(text), number.isFinite
    else { return nil }
    return number
  }
}
