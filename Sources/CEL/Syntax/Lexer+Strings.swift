extension Lexer {
  /// The beginning of a string literal.
  struct StringPrefix {
    let isRaw: Bool
    let isBytes: Bool
    /// The characters before the quotes.
    let length: Int
  }

  /// Returns the prefix of a string literal, if one comes next.
  func stringPrefix() -> StringPrefix? {
    var (isRaw, isBytes, length) = (false, false, 0)
    while length < 2 {
      let character = peek(length)
      if character == "r" || character == "R", !isRaw {
        isRaw = true
      } else if character == "b" || character == "B", !isBytes {
        isBytes = true
      } else {
        break
      }
      length += 1
    }
    guard peek(length) == "\"" || peek(length) == "'" else { return nil }
    return StringPrefix(isRaw: isRaw, isBytes: isBytes, length: length)
  }

  /// Reads a string literal.
  mutating func string(_ prefix: StringPrefix) throws(ExpressionFault) -> String {
    let start = column
    if prefix.isBytes { throw fault("bytes are not supported; use a string", at: start) }
    at += prefix.length
    let quote = next
    let isTriple = peek(1) == quote && peek(2) == quote
    at += isTriple ? 3 : 1
    var text = String.UnicodeScalarView()
    while !ends(quote, isTriple) {
      if isAtEnd || !isTriple && (next == "\n" || next == "\r") {
        throw fault(
          "the string has no closing \(isTriple ? String(repeating: String(quote), count: 3) : String(quote))",
          at: start)
      }
      text.append(try !prefix.isRaw && next == "\\" ? escape() : character())
    }
    at += isTriple ? 3 : 1
    return String(text)
  }

  private func ends(_ quote: Unicode.Scalar, _ isTriple: Bool) -> Bool {
    !isAtEnd && next == quote && (!isTriple || peek(1) == quote && peek(2) == quote)
  }

  private mutating func character() -> Unicode.Scalar {
    defer { at += 1 }
    return next
  }

  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "a": "\u{7}", "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t", "v": "\u{B}", "\\": "\\", "?": "?",
    "\"": "\"", "'": "'", "`": "`",
  ]

  private mutating func escape() throws(ExpressionFault) -> Unicode.Scalar {
    let start = column
    at += 1
    let letter = character()
    switch letter {
    case "x", "X": return try scalar(digits: 2, radix: 16, start)
    case "u": return try scalar(digits: 4, radix: 16, start)
    case "U": return try scalar(digits: 8, radix: 16, start)
    // The octal escapes of CEL end at \377.
    case "0", "1", "2", "3":
      at -= 1
      return try scalar(digits: 3, radix: 8, start)
    default:
      guard let escaped = Self.escapes[letter] else {
        throw fault("unknown escape \"\\\(letter)\"; a backslash itself is \"\\\\\"", at: start)
      }
      return escaped
    }
  }

  private mutating func scalar(digits: Int, radix: UInt32, _ start: Int) throws(ExpressionFault) -> Unicode.Scalar {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let digit = next.hexadecimalValue, digit < radix else {
        throw fault("the escape needs \(digits) \(radix == 8 ? "octal" : "hexadecimal") digits", at: start)
      }
      value = value << (radix == 8 ? 3 : 4) | digit
      at += 1
    }
    guard let scalar = Unicode.Scalar(value) else { throw fault("the escape is not a Unicode character", at: start) }
    return scalar
  }
}
