/// A string with expressions in it: `There are only ${data.seats} seats.`
///
/// A string that is one `${expression}` as a whole has the value of the expression, of any type. Inside a longer string
/// the text of the value is inserted: its JSON text, or a string without its quotes. `$${` is a plain `${`.
package struct CELTemplate: Sendable {
  private enum Segment: Sendable {
    case text(String)
    case expression(CELExpression)
  }

  private let parts: [Segment]

  /// Parses and checks a template.
  ///
  /// - Throws: The first fault, with the column inside its expression.
  package init(_ text: String, in environment: CELEnvironment) throws(ExpressionFault) {
    let scalars = Array(text.unicodeScalars)
    var (parts, plain) = ([Segment](), String.UnicodeScalarView())
    var rest = scalars[...]
    while let scalar = rest.first {
      if rest.starts(with: "$${".unicodeScalars) {
        plain.append(contentsOf: "${".unicodeScalars)
        rest.removeFirst(3)
      } else if rest.starts(with: "${".unicodeScalars) {
        if !plain.isEmpty { parts.append(.text(String(plain))) }
        plain = String.UnicodeScalarView()
        parts.append(.expression(try Self.expression(&rest, environment)))
      } else {
        plain.append(scalar)
        rest.removeFirst()
      }
    }
    self.parts = plain.isEmpty ? parts : parts + [.text(String(plain))]
  }

  /// Reads an expression in braces.
  private static func expression(
    _ rest: inout ArraySlice<Unicode.Scalar>, _ environment: CELEnvironment
  ) throws(ExpressionFault) -> CELExpression {
    let start = rest.startIndex + 2
    var parser = try Parser(rest[start...])
    let node = try parser.expression()
    guard parser.token.kind == .symbol(.rightBrace) else { throw parser.unexpected("an operator or \"}\"") }
    // The parser is one token ahead, which is the closing brace.
    rest = rest[parser.lexer.at...]
    let source = String(String.UnicodeScalarView(parser.lexer.characters[start..<parser.lexer.at - 1]))
    return try CELExpression(source, node, environment, locals: [], expecting: .dynamic)
  }
}

extension CELTemplate {
  /// The expressions of the template.
  package var expressions: [CELExpression] {
    parts.compactMap { if case .expression(let expression) = $0 { expression } else { nil } }
  }

  /// The text of a template without expressions; nil if it has any.
  package var constant: String? {
    switch parts.first {
    case nil: ""
    case .text(let text) where parts.count == 1: text
    default: nil
    }
  }

  /// Whether the string is one expression as a whole.
  package var isExpression: Bool {
    if parts.count == 1, case .expression = parts[0] { true } else { false }
  }

  /// The type of the value, as far as it is known.
  package var type: CELType {
    if parts.count == 1, case .expression(let expression) = parts[0] { expression.type } else { .string }
  }

  /// Whether an expression fills a part of the scheme or authority of a URL that it does not fill as a whole.
  package var fillsAuthority: Bool {
    guard parts.count > 1 else { return false }
    guard case .text(let start) = parts[0], let scheme = start.firstRange(of: "://") else { return true }
    return !start[scheme.upperBound...].contains { $0 == "/" || $0 == "?" || $0 == "#" }
  }

  /// Evaluates the expressions and fills the string.
  ///
  /// - Parameter isURL: Whether an inserted value is percent-encoded, so that it stays one path segment or one value of the
  ///   query. A string that is one expression as a whole is not changed.
  package func evaluate(
    _ bindings: CELBindings, _ budget: inout EvaluationBudget, isURL: Bool = false
  ) throws(EvaluationError) -> CELValue {
    if parts.count == 1, case .expression(let expression) = parts[0] {
      return try expression.evaluate(bindings, &budget)
    }
    var filled = ""
    for part in parts {
      switch part {
      case .text(let text): filled += text
      case .expression(let expression):
        var text = try expression.evaluate(bindings, &budget).text
        if isURL { text = text.percentEncoded }
        try budget.spend(characters: text.utf8.count)
        filled += text
      }
    }
    return .string(filled)
  }
}
