/// A text that a URL gives, and the number that it is. Read once, since many links may ask.
struct LinkText: Sendable {
  let string: String
  /// nil when it is no integer.
  let integer: Int64?
  /// nil when it is an integer, or no number.
  let number: Double?

  init(_ string: String) {
    self.string = string
    let isUnsigned = string.utf8.first != UInt8(ascii: "+")
    let integer = isUnsigned ? Int64(string) : nil
    self.integer = integer
    number = isUnsigned && integer == nil ? Self.number(string) : nil
  }

  /// Decimal, and not all that Swift reads: `nan`, `inf` and `0x1p3` are no numbers of a link.
  private static func number(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), let number = Double(text), number.isFinite
    else { return nil }
    return number
  }
}
