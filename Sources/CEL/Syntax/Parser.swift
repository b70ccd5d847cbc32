/// Parses an expression into a tree.
///
/// Source: https://github.com/google/cel-spec/blob/master/doc/langdef.md, "Syntax".
struct Parser {
  /// The greatest nesting of brackets.
  static let maximumDepth = 16
  /// The greatest number of nodes.
  static let maximumNodes = 1_024
  /// The greatest recursion of the parser, which redundant parentheses count for.
  private static let maximumRecursion = 64

  var lexer: Lexer
  private(set) var token: Token
  private var nodes = 0
  private var recursion = 0

  init(_ characters: ArraySlice<Unicode.Scalar>) throws(ExpressionFault) {
    lexer = Lexer(characters)
    token = try lexer.token()
  }

  /// Parses a text that is one expression as a whole.
  static func parse(_ text: String) throws(ExpressionFault) -> SyntaxNode {
    var parser = try Parser(Array(text.unicodeScalars)[...])
    return try parser.wholeExpression()
  }

  /// Parses an expression up to the end of the text.
  mutating func wholeExpression() throws(ExpressionFault) -> SyntaxNode {
    let node = try expression()
    guard token.kind == .end else { throw unexpected("an operator or the end of the expression") }
    return node
  }
}

extension Parser {
  /// Parses an expression: `condition ? one : other`, or a disjunction.
  mutating func expression() throws(ExpressionFault) -> SyntaxNode {
    try enter()
    defer { recursion -= 1 }
    var branches: [(condition: SyntaxNode, then: SyntaxNode, column: Int)] = []
    var last = try disjunction()
    while token.kind == .symbol(.question) {
      let column = token.column
      try advance()
      let then = try expression()
      try expect(.colon, "\":\" and the alternative")
      branches.append((last, then, column))
      last = try disjunction()
    }
    for branch in branches.reversed() {
      last = try node(
        .conditional(branch.condition, branch.then, last), branch.column,
        depth: max(branch.condition.depth, branch.then.depth, last.depth))
    }
    return last
  }

  private mutating func disjunction() throws(ExpressionFault) -> SyntaxNode {
    let first = try conjunction()
    guard token.kind == .symbol(.or) else { return first }
    let column = token.column
    var operands = [first]
    while try skip(.or) { operands.append(try conjunction()) }
    return try node(.or(operands), column, depth: operands.map(\.depth).max() ?? 0)
  }

  private mutating func conjunction() throws(ExpressionFault) -> SyntaxNode {
    let first = try operation(1)
    guard token.kind == .symbol(.and) else { return first }
    let column = token.column
    var operands = [first]
    while try skip(.and) { operands.append(try operation(1)) }
    return try node(.and(operands), column, depth: operands.map(\.depth).max() ?? 0)
  }

  /// Parses operators of at least a precedence, which associate to the left.
  private mutating func operation(_ precedence: Int) throws(ExpressionFault) -> SyntaxNode {
    if precedence > 3 { return try unary() }
    var left = try operation(precedence + 1)
    while let found = binaryOperator, found.precedence == precedence {
      let column = token.column
      try advance()
      let right = try operation(precedence + 1)
      left = try node(.binary(found, left, right), column, depth: max(left.depth, right.depth))
    }
    return left
  }

  private var binaryOperator: BinaryOperator? {
    switch token.kind {
    case .symbol(let symbol): symbol.binaryOperator
    case .identifier("in"): .in
    default: nil
    }
  }

  /// Parses `!a`, `-a`, or a member. A minus before a number is part of the number.
  private mutating func unary() throws(ExpressionFault) -> SyntaxNode {
    // A loop, since recursion on a long row of prefixes would take stack that `enter` does not count.
    var prefixes: [(symbol: Symbol, column: Int)] = []
    while case .symbol(let symbol) = token.kind, symbol == .not || symbol == .minus {
      prefixes.append((symbol, token.column))
      try advance()
    }
    var isNegative = false
    // The sign is a part of the literal, since the magnitude of Int64.min alone is out of range.
    if prefixes.last?.symbol == .minus, token.isNumber {
      isNegative = true
      prefixes.removeLast()
    }
    var operand = try member(isNegative: isNegative)
    for prefix in prefixes.reversed() {
      operand = try node(
        prefix.symbol == .not ? .not(operand) : .negate(operand), prefix.column, depth: operand.depth)
    }
    return operand
  }
}

extension Parser {
  /// Makes a node, within the limits.
  mutating func node(_ kind: SyntaxNode.Kind, _ column: Int, depth: Int) throws(ExpressionFault) -> SyntaxNode {
    nodes += 1
    guard nodes <= Self.maximumNodes else {
      throw ExpressionFault(.tooLarge, "the expression has more than 1,024 parts; divide it", column: column)
    }
    guard depth <= Self.maximumDepth else { throw tooDeep(column) }
    return SyntaxNode(kind: kind, column: column, depth: depth)
  }

  private mutating func enter() throws(ExpressionFault) {
    recursion += 1
    guard recursion <= Self.maximumRecursion else { throw tooDeep(token.column) }
  }

  private func tooDeep(_ column: Int) -> ExpressionFault {
    ExpressionFault(.tooLarge, "the expression is nested deeper than 16 levels; divide it", column: column)
  }

  mutating func advance() throws(ExpressionFault) {
    token = try lexer.token()
  }

  /// Skips a symbol, if it comes next.
  mutating func skip(_ symbol: Symbol) throws(ExpressionFault) -> Bool {
    guard token.kind == .symbol(symbol) else { return false }
    try advance()
    return true
  }

  mutating func expect(_ symbol: Symbol, _ expected: String) throws(ExpressionFault) {
    guard try skip(symbol) else { throw unexpected(expected) }
  }

  func unexpected(_ expected: String) -> ExpressionFault {
    ExpressionFault(.syntax, "\(token.kind.excerpt) where \(expected) is expected", column: token.column)
  }
}

extension Token {
  fileprivate var isNumber: Bool {
    switch kind {
    case .int, .double: true
    default: false
    }
  }
}
