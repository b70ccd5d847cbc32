import JSON

/// How to get from the tree before a change to the one after it, one transition at a time: for clients that animate.
///
/// The steps of the change as a client can follow them: what was there before is left out, and a screen that takes the
/// place of another is one step. What happens to the app's data beside the tree is no step.
package struct Plan: Sendable, Equatable {
  package private(set) var steps: [Step] = []

  package enum Step: Sendable, Equatable {
    /// A screen comes into a list: on top of a stack, unless the index says otherwise.
    case push(Screen, into: Container.ID, at: Int)
    case pop(Screen.ID, from: Container.ID, at: Int)
    case present(Presented, over: Container.ID, at: Int)
    case dismiss(Screen.ID, from: Container.ID, at: Int)
    /// Another screen of a list is selected, or a drawer opened or closed.
    case select(Container.ID, Container.Focus)
    /// A screen of a stack goes elsewhere in it, mostly to the top: `to` is its index afterwards.
    case move(in: Container.ID, from: Int, to: Int)
    /// A screen takes the place of another.
    case replace(Screen.ID, in: Container.ID, at: Int, with: Screen)
    /// A container becomes another one of the same id.
    case replaceContainer(Container.ID, with: Container)
    /// A screen stays where it is and gets other params.
    case replaceParams(Screen.ID, with: JSONObject)
    /// A screen stays where it is and gets another state.
    case replaceState(Screen.ID, with: JSONValue)
  }

  package init(_ edits: [Edit]) {
    steps.reserveCapacity(edits.count)
    for edit in edits { add(edit) }
  }

  private mutating func add(_ edit: Edit) {
    switch edit {
    case .insert(let screen, let container, let index):
      if case .pop(let former, container, index)? = steps.last {
        steps[steps.count - 1] = .replace(former, in: container, at: index, with: screen)
      } else {
        steps.append(.push(screen, into: container, at: index))
      }
    case .remove(let screen, let container, let index): steps.append(.pop(screen.id, from: container, at: index))
    case .present(let presented, let container, let index):
      steps.append(.present(presented, over: container, at: index))
    case .dismiss(let presented, let container, let index):
      steps.append(.dismiss(presented.screen.id, from: container, at: index))
    case .focus(let container, _, let new): steps.append(.select(container, new))
    case .move(let container, let from, let to): steps.append(.move(in: container, from: from, to: to))
    case .replace(let container, _, let new): steps.append(.replaceContainer(container, with: new))
    case .params(let screen, _, let new): steps.append(.replaceParams(screen, with: new))
    case .state(let screen, _, let new): steps.append(.replaceState(screen, with: new))
    case .data, .schedule, .unschedule: break
    }
  }
}
