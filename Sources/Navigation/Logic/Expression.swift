import CEL
import JSON

/// An expression of an app definition, with its place in the definition.
public final class Expression: Sendable {
  private let compiled: CELExpression
  private let source: LogicSource

  /// Compiles an expression.
  ///
  /// - Parameters:
  ///   - environment: The variables of the place.
  ///   - expected: The type that the result must have.
  /// - Throws: The first fault.
  package init(
    _ text: String, in environment: CELEnvironment, expecting expected: CELType = .dynamic, at place: JSONPointer
  ) throws(ExpressionFault) {
    compiled = try CELExpression(text, in: environment, expecting: expected)
    source = LogicSource(compiled.references, in: environment, at: place)
  }

  /// The text of the expression.
  public var text: String { compiled.source }
  /// The place of the expression in the definition.
  var place: JSONPointer { source.place }

  func evaluate(
    _ scope: LogicScope, _ app: App, _ draft: borrowing Draft, _ budget: inout EvaluationBudget
  ) throws(ActionError) -> CELValue {
    try source.evaluate(text, scope, app, draft) { bindings throws(EvaluationError) in
      try compiled.evaluate(bindings, &budget)
    }
  }

  func evaluateCondition(
    _ scope: LogicScope, _ app: App, _ draft: borrowing Draft, _ budget: inout EvaluationBudget
  ) throws(ActionError) -> Bool {
    let value = try evaluate(scope, app, draft, &budget)
    if case .bool(let holds) = value { return holds }
    throw .forbidden(
      "expression-failed", "The condition at \(place) of the app's definition must be a bool.",
      diagnosis: "The condition `\(text)` at \(place) must be a bool; it is \(value.text), a \(value.kind.rawValue).")
  }

  /// The values that the expression reads, for messages.
  func seen(_ scope: LogicScope, _ app: App, _ draft: borrowing Draft) -> String { source.seen(scope, app, draft) }
}

/// A condition on the items of a list, such as `i, v: v.id == args.id`.
public final class ItemCondition: Sendable {
  private let compiled: CELItemCondition
  private let source: LogicSource
  private let text: String

  /// Compiles a condition.
  ///
  /// - Throws: The first fault.
  package init(_ text: String, in environment: CELEnvironment, at place: JSONPointer) throws(ExpressionFault) {
    compiled = try CELItemCondition(text, in: environment)
    source = LogicSource(compiled.references, in: environment, at: place)
    self.text = text
  }

  /// The items for which the condition does not hold.
  func rest(
    of items: [JSONValue], _ scope: LogicScope, _ app: App, _ draft: borrowing Draft,
    _ budget: inout EvaluationBudget
  ) throws(ActionError) -> [JSONValue] {
    try source.evaluate(text, scope, app, draft) { bindings throws(EvaluationError) in
      var rest: [JSONValue] = []
      for (index, item) in items.enumerated() {
        if try !compiled.holds(for: CELValue(item), at: index, bindings, &budget) { rest.append(item) }
      }
      return rest
    }
  }
}

/// A text with expressions in `${…}`.
public final class TextTemplate: Sendable {
  private let compiled: CELTemplate
  private let source: LogicSource
  private let text: String

  /// Compiles a template.
  ///
  /// - Throws: The first fault.
  package init(_ text: String, in environment: CELEnvironment, at place: JSONPointer) throws(ExpressionFault) {
    compiled = try CELTemplate(text, in: environment)
    source = LogicSource(compiled.expressions.flatMap(\.references), in: environment, at: place)
    self.text = text
  }

  /// Whether an expression fills a part of the scheme or authority of a URL that it does not fill as a whole.
  package var fillsAuthority: Bool { compiled.fillsAuthority }

  /// Whether the text is one expression as a whole.
  package var isExpression: Bool { compiled.isExpression }

  /// The value of a text that is one expression as a whole.
  func value(
    _ scope: LogicScope, _ app: App, _ draft: borrowing Draft, _ budget: inout EvaluationBudget
  ) throws(ActionError) -> CELValue {
    try source.evaluate(text, scope, app, draft) { bindings throws(EvaluationError) in
      try compiled.evaluate(bindings, &budget)
    }
  }

  /// - Parameter isURL: Whether inserted values are percent-encoded.
  func filled(
    _ scope: LogicScope, _ app: App, _ draft: borrowing Draft, _ budget: inout EvaluationBudget, isURL: Bool = false
  ) throws(ActionError) -> String {
    if let constant = compiled.constant { return constant }
    return try source.evaluate(text, scope, app, draft) { bindings throws(EvaluationError) in
      try compiled.evaluate(bindings, &budget, isURL: isURL).text
    }
  }
}

/// A JSON value whose strings may contain expressions in `${…}`. A string that is one expression as a whole has the
/// value of the expression, of any type.
public final class ValueTemplate: Sendable {
  let compiled: CELValueTemplate
  private let source: LogicSource

  /// Compiles the templates of a value.
  ///
  /// - Parameter onFault: Called with the place of each fault, from the value on.
  package init(
    _ json: JSONValue, in environment: CELEnvironment, at place: JSONPointer,
    onFault: (JSONPointer, ExpressionFault) -> Void
  ) {
    compiled = CELValueTemplate(json, in: environment, onFault: onFault)
    source = LogicSource(compiled.references, in: environment, at: place)
  }

  /// A value without expressions.
  init(constant json: JSONValue) {
    compiled = .constant(json)
    source = LogicSource([], in: CELEnvironment([:]), at: JSONPointer())
  }

  func filled(
    _ scope: LogicScope, _ app: App, _ draft: borrowing Draft, _ budget: inout EvaluationBudget
  ) throws(ActionError) -> JSONValue {
    if let constant = compiled.constant { return constant }
    return try source.evaluate("${…}", scope, app, draft) { bindings throws(EvaluationError) in
      try compiled.evaluate(bindings, &budget)
    }
  }
}
