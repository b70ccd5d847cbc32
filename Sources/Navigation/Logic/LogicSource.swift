import CEL
import JSON

/// The place of an expression or a template in an app definition, and the variables that it reads.
final class LogicSource: Sendable {
  let place: JSONPointer
  private let environment: CELEnvironment
  private let references: [String]
  private let variables: [(variable: LogicVariable, slot: Int)]

  init(_ references: [String], in environment: CELEnvironment, at place: JSONPointer) {
    self.place = place
    self.environment = environment
    self.references = references
    variables = LogicVariable.used(by: references).compactMap { variable in
      environment.slot(of: variable.rawValue).map { (variable, $0) }
    }
  }

  /// Calls `body` with the values of the variables.
  ///
  /// - Parameter text: The expression, for the message of a failure.
  func evaluate<Value>(
    _ text: String, _ scope: LogicScope, _ app: App, _ draft: borrowing Draft,
    _ body: (CELBindings) throws(EvaluationError) -> Value
  ) throws(ActionError) -> Value {
    let bindings = bindings(scope, app, draft)
    do throws(EvaluationError) {
      return try body(bindings)
    } catch {
      throw error.isTooCostly ? .tooCostly : failure(text, error, bindings)
    }
  }

  private func bindings(_ scope: LogicScope, _ app: App, _ draft: borrowing Draft) -> CELBindings {
    var bindings = environment.bindings
    for (variable, slot) in variables { bindings.set(scope.value(of: variable, app, draft), at: slot) }
    return bindings
  }

  /// The values that the expression reads, for messages: `data.n = 3, args.n = 4`; empty without variables.
  func seen(_ scope: LogicScope, _ app: App, _ draft: borrowing Draft) -> String {
    seen(bindings(scope, app, draft))
  }

  private func seen(_ bindings: CELBindings) -> String {
    references.prefix(Self.mostSeen).compactMap { reference in
      let names = reference.split(separator: ".").map(String.init)
      guard let name = names.first, var json = bindings[name]?.json else { return nil }
      for member in names.dropFirst() {
        guard let value = json[member] else { return "\(reference) is absent" }
        json = value
      }
      return "\(reference) = \(json.excerpt)"
    }.joined(separator: ", ")
  }

  private static let mostSeen = 8

  private func failure(_ text: String, _ error: EvaluationError, _ bindings: CELBindings) -> ActionError {
    let values = seen(bindings)
    // A name that the expression selects; a computed one may be a value that clients must not see.
    let missing = error.missingMember.flatMap { name in
      references.contains { $0.split(separator: ".").dropFirst().contains { $0 == name } } ? name : nil
    }
    return .forbidden(
      "expression-failed",
      "The expression at \(place) of the app's definition failed"
        + (missing.map { ": there is no member `\($0)`." } ?? "."),
      diagnosis: "The expression `\(text)` at \(place) failed: \(error.description)."
        + (values.isEmpty ? "" : " \(values)."))
  }
}

extension LogicVariable {
  fileprivate static func used(by references: [String]) -> [LogicVariable] {
    let names = Set(references.map { $0.prefix { $0 != "." } })
    return allCases.filter { names.contains($0.rawValue[...]) }
  }
}

extension ActionError {
  /// The code of a refusal for want of evaluation steps.
  package static let tooCostlyCode = "expression-too-costly"

  static let tooCostly = forbidden(
    tooCostlyCode,
    "The expressions of the action take more than \(EvaluationBudget.stepsOfAction) evaluation steps.")
}
