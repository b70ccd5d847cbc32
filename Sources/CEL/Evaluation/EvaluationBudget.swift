/// The evaluation steps that remain to one or several expressions.
///
/// An operation takes one step, and further steps in proportion to the strings, lists and maps that it reads or makes,
/// so that the steps bound time and memory.
package struct EvaluationBudget: Sendable {
  /// The number of steps of an action.
  package static let stepsOfAction = 10_000

  /// The remaining steps.
  package private(set) var steps: Int

  package init(steps: Int = stepsOfAction) {
    self.steps = steps
  }

  /// Takes steps.
  ///
  /// - Throws: ``EvaluationError/Reason/tooCostly`` when fewer remain. None remain then.
  @inline(__always)
  package mutating func spend(_ count: Int = 1) throws(EvaluationError) {
    steps -= count
    if steps < 0 { throw exhausted() }
  }

  /// Takes the steps for reading or writing bytes once.
  @inline(__always)
  mutating func spend(bytes count: Int) throws(EvaluationError) {
    try spend(count / 64)
  }

  /// Takes the steps for looking up a key of a map.
  @inline(__always)
  mutating func spend(_ key: CELKey) throws(EvaluationError) {
    if case .string(let name) = key { try spend(bytes: name.utf8.count) }
  }

  /// Takes the steps for work on each character of a text.
  mutating func spend(characters count: Int) throws(EvaluationError) {
    try spend(1 + count / 16)
  }

  /// Takes the steps for copying elements.
  mutating func spend(elements count: Int) throws(EvaluationError) {
    try spend(count / 8)
  }

  // Not inlined, unlike its callers, which occur at every operation.
  @inline(never)
  private mutating func exhausted() -> EvaluationError {
    steps = 0
    return EvaluationError(.tooCostly)
  }
}
