import CEL
import JSON

/// The limits of an action with all that follows from it, and the state that its steps share.
struct LogicRun {
  /// The number of steps so far.
  private(set) var steps = 0
  /// The number of actions around the current step.
  private(set) var depth = 0
  /// The number of guards so far whose steps were performed instead of the action.
  private(set) var detours = 0
  /// The evaluation steps that remain.
  var budget = EvaluationBudget()
  /// The screens whose removal the client has confirmed; nil: no confirmation is asked for.
  var confirmed: Set<JSONValue>?

  /// Whether a step of the app performs the action.
  var isOfStep: Bool { depth > 0 }

  private static let maximumSteps = 256
  private static let maximumDepth = 64
  private static let maximumDetours = 8

  /// Counts a step.
  mutating func countStep() throws(ActionError) {
    steps += 1
    guard steps <= Self.maximumSteps else { throw .tooManySteps("takes more than \(Self.maximumSteps) steps") }
  }

  /// Counts an action that a step performs, until `leaveAction` is called.
  mutating func enterAction() throws(ActionError) {
    depth += 1
    guard depth <= Self.maximumDepth else {
      throw .tooManySteps("performs actions nested more than \(Self.maximumDepth) deep")
    }
  }

  mutating func leaveAction() { depth -= 1 }

  /// Counts a guard whose steps are performed instead of the action.
  mutating func countDetour(to route: String) throws(ActionError) {
    detours += 1
    guard detours <= Self.maximumDetours else {
      throw .forbidden(
        "guard-loop",
        "The guards of \"\(route)\" and of the screens that they open instead refused \(detours) times in this action.")
    }
  }
}

extension ActionError {
  fileprivate static func tooManySteps(_ excess: String) -> ActionError {
    .forbidden("too-many-steps", "The action \(excess), which indicates an endless loop.")
  }
}
