/// The variables that expressions can use.
///
/// ```swift
/// let environment = CELEnvironment(["data": .object(["seats": .number], isOpen: true), "now": .timestamp])
/// let expression = try CELExpression("data.seats > 3", in: environment)
/// var bindings = environment.bindings
/// bindings["data"] = CELValue(["seats": 4])
/// var budget = EvaluationBudget()
/// try expression.evaluate(bindings, &budget)  // true
/// ```
package struct CELEnvironment: Sendable {
  /// The names of the variables. A name may have several parts: `a.b`.
  package let names: [String]
  let types: [CELType]
  let slots: [String: Int]
  /// Whether unknown names and wrong types are faults; otherwise they are errors when they are evaluated.
  let isChecked: Bool

  package init(_ variables: [(name: String, type: CELType)], isChecked: Bool = true) {
    names = variables.map(\.name)
    types = variables.map(\.type)
    slots = Dictionary(names.enumerated().map { ($1, $0) }) { _, last in last }
    self.isChecked = isChecked
  }

  package init(_ variables: KeyValuePairs<String, CELType>) {
    self.init(variables.map { ($0.key, $0.value) })
  }

  /// The names of all functions, for suggestions.
  package static var functionNames: [String] { FunctionTable.names }

  /// An environment in which nothing is checked before the evaluation, with these variables.
  package static func unchecked(_ names: [String]) -> CELEnvironment {
    CELEnvironment(names.map { ($0, .dynamic) }, isChecked: false)
  }

  /// The slot of a variable in the bindings; nil: the environment has no such variable.
  package func slot(of name: String) -> Int? { slots[name] }

  /// Bindings in which no variable has a value yet.
  package var bindings: CELBindings { CELBindings(slots: slots, values: Array(repeating: nil, count: names.count)) }
}

/// The values of the variables of an environment.
package struct CELBindings: Sendable {
  let slots: [String: Int]
  private var values: [CELValue?]

  init(slots: [String: Int], values: [CELValue?]) {
    self.slots = slots
    self.values = values
  }

  /// The value of a variable of the environment. A value for any other name is ignored.
  package subscript(name: String) -> CELValue? {
    get { slots[name].flatMap { values[$0] } }
    set { if let slot = slots[name] { values[slot] = newValue } }
  }

  /// Sets the variable of a slot of the environment.
  package mutating func set(_ value: CELValue?, at slot: Int) { values[slot] = value }

  func value(at slot: Int) throws(EvaluationError) -> CELValue {
    guard let value = values[slot] else {
      throw EvaluationError(.unknownVariable(slots.first { $0.value == slot }?.key ?? ""))
    }
    return value
  }
}
