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
  /// Counts what is compiled in the environment; nil: nothing is counted.
  let meter: CompilationMeter?

  package init(
    _ variables: [(name: String, type: CELType)], isChecked: Bool = true, meter: CompilationMeter? = nil
  ) {
    self.meter = meter
    names = variables.map(\.name)
    types = variables.map(\.type)
    slots = Dictionary(names.enumerated().map { ($1, $0) }) { _, last in last }
    self.isChecked = isChecked
  }

  package init(_ variables: KeyValuePairs<String, CELType>) {
    self.init(variables.map { ($0.key, $0.value) })
  }

  /// An environment in which nothing is checked before the evaluation, with these variables.
  package static func unchecked(_ names: [String]) -> CELEnvironment {
    CELEnvironment(names.map { ($0, .dynamic) }, isChecked: false)
  }

  /// The slot of a variable in the bindings; nil: the environment has no such variable.
  package func slot(of name: String) -> Int? { slots[name] }

  /// Bindings in which no variable has a value yet.
  package var bindings: CELBindings { CELBindings(slots: slots) }
}

/// The values of variables of an environment: usually of the few that one expression reads.
package struct CELBindings: Sendable {
  let slots: [String: Int]
  private var values: [(slot: Int, value: CELValue)] = []

  init(slots: [String: Int]) {
    self.slots = slots
  }

  /// The value of a variable of the environment. A value for any other name is ignored.
  package subscript(name: String) -> CELValue? {
    get { slots[name].flatMap(value) }
    set { if let slot = slots[name] { set(newValue, at: slot) } }
  }

  /// Sets the variable of a slot of the environment; nil: it has no value.
  package mutating func set(_ value: CELValue?, at slot: Int) {
    values.removeAll { $0.slot == slot }
    if let value { values.append((slot, value)) }
  }

  func value(at slot: Int) throws(EvaluationError) -> CELValue {
    if let value: CELValue = value(at: slot) { return value }
    throw EvaluationError(.unknownVariable(slots.first { $0.value == slot }?.key ?? ""))
  }

  private func value(at slot: Int) -> CELValue? {
    var position = 0
    while position < values.count {
      if values[position].slot == slot { return values[position].value }
      position += 1
    }
    return nil
  }
}
