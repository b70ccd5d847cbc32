import JSON

// The values of expressions and templates, with a common limit on their cost.

extension ActionReducer {
  mutating func holds(_ condition: Expression, _ scope: LogicScope, _ draft: Draft) throws(Refused) -> Bool {
    try condition.evaluateCondition(scope, app, draft, &run.budget)
  }

  mutating func json(_ expression: Expression, _ scope: LogicScope, _ draft: Draft) throws(Refused) -> JSONValue {
    try expression.evaluate(scope, app, draft, &run.budget).json
  }

  mutating func json(_ template: ValueTemplate, _ scope: LogicScope, _ draft: Draft) throws(Refused) -> JSONValue {
    try template.filled(scope, app, draft, &run.budget)
  }

  mutating func text(_ expression: Expression, _ scope: LogicScope, _ draft: Draft) throws(Refused) -> String {
    try expression.evaluate(scope, app, draft, &run.budget).text
  }

  mutating func text(_ template: TextTemplate, _ scope: LogicScope, _ draft: Draft) throws(Refused) -> String {
    try template.filled(scope, app, draft, &run.budget)
  }

  /// The message for a condition that does not hold: its own, or one with the values that it saw.
  ///
  /// - Parameter what: The subject of the message.
  mutating func message(
    of condition: Condition, _ what: String, _ scope: LogicScope, _ draft: Draft
  ) throws(Refused) -> String {
    if let message = condition.message { return try text(message, scope, draft) }
    let seen = condition.expression.seen(scope, app, draft)
    return "\(what) needs `\(condition.expression.text)`, which does not hold." + (seen.isEmpty ? "" : " \(seen).")
  }
}
