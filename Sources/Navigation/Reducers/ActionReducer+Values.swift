import JSON

// The values of expressions and templates, with a common limit on their cost.

extension ActionReducer {
  mutating func holds(_ condition: Expression, _ scope: LogicScope, _ draft: Draft) throws(ActionError) -> Bool {
    try condition.evaluateCondition(scope, app, draft, &run.budget)
  }

  mutating func json(_ expression: Expression, _ scope: LogicScope, _ draft: Draft) throws(ActionError) -> JSONValue {
    try expression.evaluate(scope, app, draft, &run.budget).json
  }

  mutating func json(_ template: ValueTemplate, _ scope: LogicScope, _ draft: Draft) throws(ActionError) -> JSONValue {
    try template.filled(scope, app, draft, &run.budget)
  }

  mutating func text(_ expression: Expression, _ scope: LogicScope, _ draft: Draft) throws(ActionError) -> String {
    try expression.evaluate(scope, app, draft, &run.budget).text
  }

  mutating func text(_ template: TextTemplate, _ scope: LogicScope, _ draft: Draft) throws(ActionError) -> String {
    try template.filled(scope, app, draft, &run.budget)
  }

  /// The refusal by a condition that does not hold: with its own message, or with its place. Its text and the values that
  /// it read are for the diagnosis.
  ///
  /// - Parameter what: The subject of the message.
  mutating func refusal(
    by condition: Condition, _ code: String, _ what: String, _ scope: LogicScope, _ draft: Draft
  ) throws(ActionError) -> ActionError {
    if let message = condition.message { return .forbidden(code, try text(message, scope, draft)) }
    let (expression, seen) = (condition.expression, condition.expression.seen(scope, app, draft))
    return .forbidden(
      code, "\(what) requires the condition at \(expression.place) of the app's definition, which does not hold.",
      diagnosis: "\(what) requires `\(expression.text)`, which does not hold." + (seen.isEmpty ? "" : " \(seen)."))
  }
}
