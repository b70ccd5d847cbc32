extension Parser {
  /// The words that cannot be the name of a variable or a function.
  private static let reserved: Set<String> = [
    "as", "break", "const", "continue", "else", "for", "function", "if", "import", "in", "let", "loop", "namespace",
    "package", "return", "var", "void", "while",
  ]
  /// The words that cannot follow a dot either.
  private static let keywords: Set<String> = ["false", "in", "null", "true"]

  /// Parses a primary with its selections, indexes and calls.
  mutating func member(isNegative: Bool) throws(ExpressionFault) -> SyntaxNode {
    var node = try primary(isNegative: isNegative)
    while true {
      let column = token.column
      if try skip(.dot) {
        node = try selection(of: node)
      } else if try skip(.leftBracket) {
        let index = try expression()
        try expect(.rightBracket, "\"]\"")
        node = try self.node(.index(node, index), column, depth: max(node.depth, index.depth + 1))
      } else {
        return node
      }
    }
  }

  private mutating func selection(of operand: SyntaxNode) throws(ExpressionFault) -> SyntaxNode {
    let column = token.column
    switch token.kind {
    case .quotedIdentifier(let name):
      try advance()
      return try node(.select(operand, field: name), column, depth: operand.depth)
    case .identifier(let name) where !Self.keywords.contains(name):
      try advance()
      guard try skip(.leftParenthesis) else {
        return try node(.select(operand, field: name), column, depth: operand.depth)
      }
      return try call(name, operand, column)
    default: throw unexpected("a name")
    }
  }

  private mutating func call(
    _ name: String, _ receiver: SyntaxNode?, _ column: Int
  ) throws(ExpressionFault) -> SyntaxNode {
    let arguments = try expressions(until: .rightParenthesis)
    return try node(
      .call(name, receiver: receiver, arguments), column,
      depth: max(receiver?.depth ?? 0, 1 + (arguments.map(\.depth).max() ?? 0)))
  }

  private mutating func primary(isNegative: Bool) throws(ExpressionFault) -> SyntaxNode {
    let column = token.column
    switch token.kind {
    case .int(let value): return try literal(.int(try integer(value, isNegative)), column)
    case .double(let value): return try literal(.double(isNegative ? -value : value), column)
    case .string(let value): return try literal(.string(value), column)
    case .identifier("true"): return try literal(.bool(true), column)
    case .identifier("false"): return try literal(.bool(false), column)
    case .identifier("null"): return try literal(.null, column)
    case .identifier(let name): return try identifier(name, column)
    case .symbol(.dot):
      try advance()
      guard case .identifier(let name) = token.kind else { throw unexpected("a name") }
      return try identifier(name, column, isGlobal: true)
    case .symbol(.leftParenthesis): return try parenthesized()
    case .symbol(.leftBracket): return try list()
    case .symbol(.leftBrace): return try map()
    case .quotedIdentifier, .symbol, .end: throw unexpected("a value")
    }
  }

  private mutating func literal(_ value: CELValue, _ column: Int) throws(ExpressionFault) -> SyntaxNode {
    try advance()
    return try node(.literal(value), column, depth: 0)
  }

  private func integer(_ magnitude: UInt64, _ isNegative: Bool) throws(ExpressionFault) -> Int64 {
    // The lexer admits magnitudes up to that of Int64.min.
    if isNegative { return Int64(truncatingIfNeeded: 0 &- magnitude) }
    if let value = Int64(exactly: magnitude) { return value }
    throw ExpressionFault(.syntax, "the integer exceeds 64 bits", column: token.column)
  }

  private mutating func identifier(
    _ name: String, _ column: Int, isGlobal: Bool = false
  ) throws(ExpressionFault) -> SyntaxNode {
    guard !Self.reserved.contains(name) else {
      throw ExpressionFault(.syntax, "\"\(name)\" is a reserved word", column: token.column)
    }
    try advance()
    if try skip(.leftParenthesis) { return try call(name, nil, column) }
    if token.kind == .symbol(.leftBrace) {
      throw ExpressionFault(.syntax, "messages are not supported; a map is {\"key\": value}", column: token.column)
    }
    return try node(isGlobal ? .globalName(name) : .name(name), column, depth: 0)
  }

  private mutating func parenthesized() throws(ExpressionFault) -> SyntaxNode {
    try advance()
    let inner = try expression()
    try expect(.rightParenthesis, "\")\"")
    guard inner.isOperation else { return inner }
    let depth = inner.depth + 1
    guard depth <= Self.maximumDepth else { return try node(inner.kind, inner.column, depth: depth) }
    // Not by `node`, which would count the part in the parentheses again.
    return SyntaxNode(kind: inner.kind, column: inner.column, depth: depth)
  }

  private mutating func list() throws(ExpressionFault) -> SyntaxNode {
    let column = token.column
    try advance()
    let elements = try expressions(until: .rightBracket)
    return try node(.list(elements), column, depth: 1 + (elements.map(\.depth).max() ?? 0))
  }

  private mutating func map() throws(ExpressionFault) -> SyntaxNode {
    let column = token.column
    try advance()
    var entries: [(key: SyntaxNode, value: SyntaxNode)] = []
    while token.kind != .symbol(.rightBrace) {
      let key = try expression()
      try expect(.colon, "\":\" and a value")
      entries.append((key, try expression()))
      guard try skip(.comma) else { break }
    }
    try expect(.rightBrace, "\",\" or \"}\"")
    return try node(.map(entries), column, depth: 1 + (entries.map { max($0.key.depth, $0.value.depth) }.max() ?? 0))
  }

  /// Parses expressions that are separated by commas, and the closing bracket. A list may have a comma at its end.
  private mutating func expressions(until end: Symbol) throws(ExpressionFault) -> [SyntaxNode] {
    var found: [SyntaxNode] = []
    while token.kind != .symbol(end) || end == .rightParenthesis && !found.isEmpty {
      found.append(try expression())
      guard try skip(.comma) else { break }
    }
    try expect(end, "\",\" or \"\(end.rawValue)\"")
    return found
  }
}
