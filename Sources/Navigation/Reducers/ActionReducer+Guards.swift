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

  /// Asks the guards of screens.
  ///
  /// - Parameter former: The state before the action.
  /// - Returns: The steps of the first guard that does not hold; nil when all hold.
  /// - Throws: `ActionError` (`guarded`) when that guard has no steps.
  mutating func detour(
    instead entries: [ScreenChanges.Entry], in former: Draft
  ) throws(ActionError) -> Detour? {
    for entry in entries where !entry.isInitial {
      do throws(Refusal) {
        try app.routes[entry.route]?.admits?(entry.params, former.tree)
      } catch {
        throw .byReducer(error)
      }
      guard let guards = app.routes[entry.route]?.logic?.guards, !guards.isEmpty else { continue }
      let scope = LogicScope(params: entry.params)
      for item in guards where try !holds(item.condition.expression, scope, former) {
        guard let steps = item.otherwise else {
          throw try refusal(by: item.condition, "guarded", "Opening \"\(entry.route)\"", scope, former)
        }
        return Detour(route: entry.route, steps: steps, scope: scope, keepsIntent: item.resumes)
      }
    }
    return nil
  }

  /// Performs the steps of a guard from the current screen. The screen that they open keeps the action, in place of an
  /// earlier one. An action that was refused on the way there is newer.
  mutating func perform(_ detour: Detour, instead action: Action, _ draft: inout Draft) throws(ActionError) {
    try run.countDetour(to: detour.route)
    let former = draft.tree
    var scope = detour.scope
    scope.screen = former.current.id
    try perform(detour.steps, scope, &draft)
    guard detour.keepsIntent, let screen = draft.tree.detour(from: former),
      screen.intent == former.screen(screen.id)?.intent, screen.intent != action.fields
    else { return }
    draft.perform(.intent(screen.id, former: screen.intent, new: action.fields))
  }
}

extension Tree {
  /// The screen to which the steps of a guard have led: the outermost one that they have made or brought to the front, or
  /// else the one that has an intent already.
  fileprivate func detour(from former: Tree) -> Screen? {
    let before = Set(former.focusedScreens.map(\.id))
    return focusedScreens.first { !before.contains($0.id) } ?? focusedScreens.last { $0.intent != nil }
  }
}

extension Draft {
  /// A copy of the draft in an earlier state of the change.
  func rolledBack(to mark: Mark) -> Draft {
    var former = self
    former.rollBack(to: mark)
    return former
  }
}
