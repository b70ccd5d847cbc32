/// A part of an expression's text.
struct Token: Equatable {
  enum Kind: Equatable {
    case identifier(String)
    /// A name in backticks, which only a selection takes.
    case quotedIdentifier(String)
    /// The digits of an integer without a sign.
    case int(UInt64)
    case double(Double)
    case string(String)
    /// An operator, a bracket or a separator.
    case symbol(Symbol)
    case end
  }

  let kind: Kind
  /// In characters from 1.
  let column: Int
}

/// The operators, brackets and separators.
enum Symbol: String, CaseIterable {
  case equal = "=="
  case notEqual = "!="
  case lessOrEqual = "<="
  case greaterOrEqual = ">="
  case and = "&&"
  case or = "||"
  case less = "<"
  case greater = ">"
  case plus = "+"
  case minus = "-"
  case times = "*"
  case divide = "/"
  case modulo = "%"
  case not = "!"
  case question = "?"
  case colon = ":"
  case dot = "."
  case comma = ","
  case leftParenthesis = "("
  case rightParenthesis = ")"
  case leftBracket = "["
  case rightBracket = "]"
  case leftBrace = "{"
  case rightBrace = "}"
}

extension Token.Kind {
  /// The token as quoted in a message.
  var excerpt: String {
    switch self {
    case .identifier(let name): "\"\(name.prefix(40))\""
    case .quotedIdentifier(let name): "`\(name.prefix(40))`"
    case .int(let value): "\"\(value)\""
    case .double(let value): "\"\(value)\""
    case .string: "a string"
    case .symbol(let symbol): "\"\(symbol.rawValue)\""
    case .end: "the end of the expression"
    }
  }
}
