extension JSONParser {
  static let valueRule: StaticString = "a value is an object, an array, a string, a number, true, false or null"

  /// The next byte, as quoted in a message.
  var found: String { found(at: at) }

  func found(at position: Int) -> String {
    guard position < bytes.count else { return "the end of the text" }
    switch bytes[position] {
    case 0x21...0x7E: return "'\(Character(Unicode.Scalar(bytes[position])))'"
    case let byte:
      let hex = String(byte, radix: 16, uppercase: true)
      return "the byte 0x\(byte < 0x10 ? "0" : "")\(hex)"
    }
  }

  func fault(_ message: String) -> JSONError {
    fault(message, at: at)
  }

  func fault(_ message: String, at offset: Int) -> JSONError {
    let position = JSONPosition(of: offset, in: bytes)
    return JSONError(offset: offset, line: position.line, column: position.column, message: message)
  }

  func invalidUTF8(at offset: Int) -> JSONError {
    fault("bytes that are not UTF-8 in a string; text must be encoded as UTF-8, without surrogates", at: offset)
  }
}
