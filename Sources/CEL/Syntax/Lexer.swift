/// Divides an expression into tokens.
///
/// Source: https://github.com/google/cel-spec/blob/master/doc/langdef.md, "Syntax".
struct Lexer {
  let characters: ArraySlice<Unicode.Scalar>
  /// The position of the next character.
  var at: Int

  init(_ characters: ArraySlice<Unicode.Scalar>) {
    self.characters = characters
    at = characters.startIndex
  }

  /// The column of the next character, from 1.
  var column: Int { at - characters.startIndex + 1 }
  /// The next character; NUL, which no token has outside of strings, at the end.
  var next: Unicode.Scalar { peek(0) }

  func peek(_ distance: Int) -> Unicode.Scalar {
    at + distance < characters.endIndex ? characters[at + distance] : "\0"
  }

  var isAtEnd: Bool { at >= characters.endIndex }

  func fault(_ message: String, at column: Int? = nil) -> ExpressionFault {
    ExpressionFault(.syntax, message, column: column ?? self.column)
  }

  /// Reads the next token.
  mutating func token() throws(ExpressionFault) -> Token {
    skipSpace()
    let start = column
    if isAtEnd { return Token(kind: .end, column: start) }
    return Token(kind: try kind(), column: start)
  }

  private mutating func kind() throws(ExpressionFault) -> Token.Kind {
    if let prefix = stringPrefix() { return .string(try string(prefix)) }
    if next.isDigit || next == "." && peek(1).isDigit { return try number() }
    if next.isNameStart { return .identifier(name()) }
    if next == "`" { return .quotedIdentifier(try quotedName()) }
    if let symbol = symbol() { return .symbol(symbol) }
    throw fault(unexpected())
  }

  private func unexpected() -> String {
    switch next {
    case "=": "unexpected \"=\"; comparisons are \"==\", \"!=\", \"<=\" and \">=\""
    case "&": "unexpected \"&\"; the conjunction is \"&&\""
    case "|": "unexpected \"|\"; the disjunction is \"||\""
    default: "unexpected character \"\(next)\""
    }
  }

  private mutating func skipSpace() {
    while !isAtEnd {
      if next == " " || next == "\t" || next == "\n" || next == "\r" || next == "\u{C}" {
        at += 1
      } else if next == "/", peek(1) == "/" {
        while !isAtEnd, next != "\n" { at += 1 }
      } else {
        return
      }
    }
  }

  private mutating func name() -> String {
    var name = String.UnicodeScalarView()
    while next.isNamePart { appendNext(to: &name) }
    return String(name)
  }

  private mutating func quotedName() throws(ExpressionFault) -> String {
    let start = column
    at += 1
    var name = String.UnicodeScalarView()
    while next.isNamePart || next == "." || next == "-" || next == "/" || next == " " {
      name.append(next)
      at += 1
    }
    guard next == "`", !name.isEmpty else {
      throw fault("a name in backticks has letters, digits, spaces and _ . - / and ends with a backtick", at: start)
    }
    at += 1
    return String(name)
  }

  /// The symbols of one character.
  private static let symbols: [Unicode.Scalar: Symbol] = Dictionary(
    uniqueKeysWithValues: Symbol.allCases.compactMap { symbol in
      let scalars = symbol.rawValue.unicodeScalars
      return scalars.count == 1 ? scalars.first.map { ($0, symbol) } : nil
    })

  private mutating func symbol() -> Symbol? {
    let found: Symbol? =
      switch (next, peek(1)) {
      case ("=", "="): .equal
      case ("!", "="): .notEqual
      case ("<", "="): .lessOrEqual
      case (">", "="): .greaterOrEqual
      case ("&", "&"): .and
      case ("|", "|"): .or
      default: Self.symbols[next]
      }
    // Symbols are ASCII, so that the bytes count the scalars.
    at += found.map { $0.rawValue.utf8.count } ?? 0
    return found
  }
}

extension Unicode.Scalar {
  var isDigit: Bool { value &- 0x30 < 10 }
  var isNameStart: Bool { (value | 0x20) &- 0x61 < 26 && value < 0x80 || self == "_" }
  var isNamePart: Bool { isNameStart || isDigit }

  /// The value of a hexadecimal digit.
  var hexadecimalValue: UInt32? {
    if isDigit { return value - 0x30 }
    let letter = (value | 0x20) &- 0x61
    return value < 0x80 && letter < 6 ? letter + 10 : nil
  }
}
