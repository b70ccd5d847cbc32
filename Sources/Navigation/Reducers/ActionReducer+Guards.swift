import JSON
import Reduction

// The guards of routes: conditions for opening a screen, and the steps to perform instead.

extension ActionReducer {
  /// The steps of a guard that does not hold, to be performed instead of the action.
  struct Detour {
    let route: String
    let steps: [Step]
    let scope: LogicScope
    /// Whether the screen that the steps open keeps the action.
    let keepsIntent: Bool
  }

  /// Asks the guards of new screens, in the state before them.
  ///
  /// - Parameter mark: The state before the action.
  /// - Returns: The steps of the first guard that does not hold; nil when all hold.
  /// - Throws: `Refused` (`guarded`) when that guard has no steps.
  mutating func detour(
    instead entering: [ScreenChanges.Entry], from mark: Draft.Mark, _ draft: Draft
  ) throws(Refused) -> Detour? {
    var former: Draft?
    for entry in entering where !entry.isInitial {
      guard let guards = app.routes[entry.route]?.logic?.guards, !guards.isEmpty else { continue }
      let before = former ?? draft.rolledBack(to: mark)
      former = before
      let scope = LogicScope(params: entry.params)
      for item in guards where try !holds(item.condition.expression, scope, before) {
        guard let steps = item.otherwise else {
          throw try refusal(by: item.condition, "guarded", "Opening \"\(entry.route)\"", scope, before)
        }
        return Detour(route: entry.route, steps: steps, scope: scope, keepsIntent: item.resumes)
      }
    }
    return nil
  }

  /// Performs the steps of a guard from the current screen. The screen that they open keeps the action.
  mutating func perform(_ detour: Detour, instead action: Action, _ draft: inout Draft) throws(Refused) {
    try run.countDetour(to: detour.route)
    let former = draft.tree.current.id
    var scope = detour.scope
    scope.screen = former
    try perform(detour.steps, scope, &draft)
    let current = draft.tree.current
    guard detour.keepsIntent, current.id != former, current.intent == nil else { return }
    draft.perform(.intent(current.id, former: nil, new: action.fields))
  }
}

extension Draft {
  /// A copy of the draft in an earlier state of the change.
  fileprivate func rolledBack(to mark: Mark) -> Draft {
    var former = self
    former.rollBack(to: mark)
    return former
  }
}
