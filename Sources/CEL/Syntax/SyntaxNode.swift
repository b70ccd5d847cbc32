/// A part of a parsed expression, whose names are not resolved yet.
struct SyntaxNode {
  indirect enum Kind {
    case literal(CELValue)
    case name(String)
    /// A name after a dot, `.name`, which is not the variable of a macro.
    case globalName(String)
    case select(SyntaxNode, field: String)
    case index(SyntaxNode, SyntaxNode)
    case call(String, receiver: SyntaxNode?, [SyntaxNode])
    case list([SyntaxNode])
    case map([(key: SyntaxNode, value: SyntaxNode)])
    case not(SyntaxNode)
    case negate(SyntaxNode)
    case binary(BinaryOperator, SyntaxNode, SyntaxNode)
    /// Two or more operands of `&&`.
    case and([SyntaxNode])
    /// Two or more operands of `||`.
    case or([SyntaxNode])
    case conditional(SyntaxNode, SyntaxNode, SyntaxNode)
  }

  let kind: Kind
  /// In characters from 1: of the operator, if there is one.
  let column: Int
  /// The nesting of brackets. Chains of operators and redundant parentheses do not count.
  let depth: Int
}

extension SyntaxNode {
  /// The identifiers of `a.b.c`; nil for any other expression.
  var path: [String]? {
    switch kind {
    case .name(let name), .globalName(let name): [name]
    case .select(let operand, let field): operand.path.map { $0 + [field] }
    default: nil
    }
  }

  /// Whether the path of the node begins with a dot.
  var isGlobal: Bool {
    switch kind {
    case .globalName: true
    case .select(let operand, _): operand.isGlobal
    default: false
    }
  }

  /// Whether parentheses around the node add a level.
  var isOperation: Bool {
    switch kind {
    case .binary, .and, .or, .conditional: true
    default: false
    }
  }
}

extension Symbol {
  /// The operator that the symbol is between two operands; nil for any other symbol.
  var binaryOperator: BinaryOperator? {
    switch self {
    case .equal: .equal
    case .notEqual: .notEqual
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    case .plus: .add
    case .minus: .subtract
    case .times: .multiply
    case .divide: .divide
    case .modulo: .modulo
    default: nil
    }
  }
}

/// An operator with two operands that are both evaluated.
enum BinaryOperator: String, Sendable {
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case `in`
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case modulo = "%"

  /// Operators that bind tighter have a higher precedence.
  var precedence: Int {
    switch self {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .in: 1
    case .add, .subtract: 2
    case .multiply, .divide, .modulo: 3
    }
  }
}
