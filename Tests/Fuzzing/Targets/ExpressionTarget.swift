import CEL
import JSON

/// Expressions: each one is rejected with a column inside it, or has a value or an error within its steps. A value is
/// written as JSON, and a template of the expression has the same value.
enum ExpressionTarget {
  static func read(_ input: [UInt8]) {
    let source = String(decoding: input, as: UTF8.self)
    evaluate(source, in: CELEnvironment(variables.map { ($0.name, CELType(ofInitial: $0.value)) }))
    evaluate(source, in: CELEnvironment.unchecked(variables.names))
    _ = try? CELItemCondition("i, v: " + source, in: CELEnvironment.unchecked(variables.names))
    _ = try? CELTemplate(source, in: CELEnvironment.unchecked(variables.names))
  }

  private static let variables: JSONObject = [
    "x": 5, "d": 2.5, "s": "tacocat", "l": [1, "a", nil, [2.5]], "m": ["a": "text", "b": ["c": true]], "n": nil,
  ]

  private static func evaluate(_ source: String, in environment: CELEnvironment) {
    var bindings = environment.bindings
    for variable in variables { bindings[variable.name] = CELValue(variable.value) }
    do throws(ExpressionFault) {
      let expression = try CELExpression(source, in: environment)
      let value = evaluate(expression, bindings)
      guard let template = try? CELTemplate("${" + source + "\n}", in: environment) else { return }
      var budget = EvaluationBudget()
      let filled = try? template.evaluate(bindings, &budget)
      require(filled?.json.text == value?.json.text, "a template has another value than its expression")
    } catch {
      require((1...source.unicodeScalars.count + 1).contains(error.column), "the column of an error is out of range")
    }
  }

  private static func evaluate(_ expression: CELExpression, _ bindings: CELBindings) -> CELValue? {
    var budget = EvaluationBudget()
    let value = try? expression.evaluate(bindings, &budget)
    require(budget.steps >= 0, "the evaluation took more steps than its budget")
    return value
  }
}
