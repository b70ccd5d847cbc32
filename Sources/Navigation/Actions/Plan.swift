import JSON

/// How to get from the tree before a change to the one after it, one transition at a time: for clients that animate.
///
/// The steps of the change as a client can follow them: what was there before is left out, and a screen that takes the
/// place of another is one step. What happens to the app's data beside the tree is no step.
package struct Plan: Sequence, Sendable {
  private let edits: [Edit]

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
    self.edits = edits
  }

  package func makeIterator() -> Iterator { Iterator(rest: edits[...]) }

  /// Makes the steps as they are asked for.
  package struct Iterator: IteratorProtocol {
    fileprivate var rest: ArraySlice<Edit>

    package mutating func next() -> Step? {
      while let edit = rest.popFirst() {
        guard let step = Step(edit) else { continue }
        if case .pop(let former, let container, let index) = step, let new = takeInsertion(in: container, at: index) {
          return .replace(former, in: container, at: index, with: new)
        }
        return step
      }
      return nil
    }

    /// The screen that comes with the next step to that place, when that is what it does.
    private mutating func takeInsertion(in container: Container.ID, at index: Int) -> Screen? {
      guard let next = rest.firstIndex(where: \.isTransition),
        case .insert(let screen, container, index) = rest[next]
      else { return nil }
      rest = rest[(next + 1)...]
      return screen
    }
  }
}

extension Plan.Step {
  /// Nil when the edit is nothing that a client can show.
  fileprivate init?(_ edit: Edit) {
    switch edit {
    case .insert(let screen, let container, let index): self = .push(screen, into: container, at: index)
    case .remove(let screen, let container, let index): self = .pop(screen.id, from: container, at: index)
    case .present(let presented, let container, let index): self = .present(presented, over: container, at: index)
    case .dismiss(let presented, let container, let index):
      self = .dismiss(presented.screen.id, from: container, at: index)
    case .focus(let container, _, let new): self = .select(container, new)
    case .move(let container, let from, let to): self = .move(in: container, from: from, to: to)
    case .replace(let container, _, let new): self = .replaceContainer(container, with: new)
    case .params(let screen, _, let new): self = .replaceParams(screen, with: new)
    case .state(let screen, _, let new): self = .replaceState(screen, with: new)
    // What reducers do and what is travelled is never a patch: that is a form to be stored in.
    case .data, .patch, .schedule, .unschedule: return nil
    }
  }
}

extension Edit {
  fileprivate var isTransition: Bool {
    switch self {
    case .data, .patch, .schedule, .unschedule: false
    default: true
    }
  }
}
