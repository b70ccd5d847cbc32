/// A condition on the items of a list: `i, v: v.id == args.id`, with the index and the item, or `v: v.done`.
package struct CELItemCondition: Sendable {
  private let expression: CELExpression
  private let hasIndex: Bool

  /// Parses and checks a condition.
  ///
  /// - Parameter element: The type of the items.
  package init(
    _ source: String, in environment: CELEnvironment, element: CELType = .dynamic
  ) throws(ExpressionFault) {
    var parser = try Parser(Array(source.unicodeScalars)[...])
    var names = [try parser.variableName()]
    if try parser.skip(.comma) { names.append(try parser.variableName()) }
    try parser.expect(.colon, "\":\" and a condition")
    let node = try parser.wholeExpression()
    hasIndex = names.count == 2
    let types: [CELType] = hasIndex ? [.int, element] : [element]
    expression = try CELExpression(
      source, node, environment, locals: zip(names, types).map { ($0, $1) }, expecting: .bool)
  }

  /// The variables that the condition refers to, without its own.
  package var references: [String] { expression.references }

  /// Returns whether the condition holds for an item.
  package func holds(
    for item: CELValue, at index: Int, _ bindings: CELBindings, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> Bool {
    try budget.spend()
    let value = try expression.evaluate(bindings, locals: hasIndex ? [.int(Int64(index)), item] : [item], &budget)
    guard case .bool(let holds) = value else { throw EvaluationError(.notBoolean(value.kind)) }
    return holds
  }
}

extension Parser {
  /// Reads the name of a variable.
  fileprivate mutating func variableName() throws(ExpressionFault) -> String {
    guard case .identifier(let name) = token.kind else { throw unexpected("the name of a variable") }
    try advance()
    return name
  }
}
