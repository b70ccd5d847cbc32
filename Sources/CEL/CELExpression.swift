/// A checked expression, which can be evaluated any number of times.
///
/// An expression is parsed and checked once. Its evaluation does not resolve names, and does not allocate memory for
/// operators on numbers, bools and the members of JSON objects.
package final class CELExpression: Sendable {
  /// The expression as it was written.
  package let source: String
  /// The type of the result, as far as it is known.
  package let type: CELType
  /// The variables that the expression refers to, with the members that it selects: `data.cart.total`.
  package let references: [String]
  let program: Program

  /// Parses and checks an expression.
  ///
  /// - Parameter expected: The type that the result must have.
  /// - Throws: The first fault.
  package convenience init(
    _ source: String, in environment: CELEnvironment, expecting expected: CELType = .dynamic
  ) throws(ExpressionFault) {
    try self.init(source, try Parser.parse(source), environment, locals: [], expecting: expected)
  }

  /// Checks a parsed expression, which can also use local variables.
  init(
    _ source: String, _ node: SyntaxNode, _ environment: CELEnvironment, locals: [(name: String, type: CELType)],
    expecting expected: CELType
  ) throws(ExpressionFault) {
    var checker = Checker(environment, locals: locals)
    let checked = try checker.check(node)
    if environment.isChecked, !checked.type.mayBe(expected) {
      throw ExpressionFault(
        .type, "the result must be a \(expected.name), not a \(checked.type.name)", column: node.column)
    }
    checker.program.root = checked.index
    self.source = source
    type = checked.type
    references = checker.references
    program = checker.program
    environment.meter?.add(bytes: memorySize)
  }

  /// The approximate bytes of memory, without regular expressions.
  private var memorySize: Int {
    let names = references.reduce(source.utf8.count) { $0 + 32 + $1.utf8.count }
    return 256 + names + program.memorySize
  }

  /// Evaluates the expression.
  ///
  /// - Parameters:
  ///   - bindings: The values of the variables, made by the environment of the expression.
  ///   - budget: The remaining steps, which several expressions can share.
  package func evaluate(_ bindings: CELBindings, _ budget: inout EvaluationBudget) throws(EvaluationError) -> CELValue {
    var evaluator = Evaluator(self, bindings, budget)
    defer { budget = evaluator.budget }
    return try evaluator.result()
  }

  /// Evaluates the expression with values of its local variables.
  func evaluate(
    _ bindings: CELBindings, locals: [CELValue], _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> CELValue {
    var evaluator = Evaluator(self, bindings, budget)
    defer { budget = evaluator.budget }
    for (slot, value) in locals.enumerated() { evaluator.locals[slot] = value }
    return try evaluator.result()
  }
}
