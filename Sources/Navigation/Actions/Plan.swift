import JSON

/// The transitions from the tree before a change to the tree after it, for clients that animate them.
///
/// Derived from the edits of the change: former values are omitted, a screen that replaces another is one step, and
/// changes of the app's data are skipped.
public struct Plan: Sequence, Sendable {
  private let edits: [Edit]

  public enum Step: Sendable, Equatable {
    /// A screen is inserted into a list; in a stack usually at the top.
    case push(Screen, into: Container.ID, at: Int)
    case pop(Screen.ID, from: Container.ID, at: Int)
    case present(Presented, over: Container.ID, at: Int)
    case dismiss(Screen.ID, from: Container.ID, at: Int)
    /// Another screen of a list is selected, a drawer is opened or closed, or the visits of the root change.
    case select(Container.ID, Container.Focus)
    /// A screen moves within a stack, usually to the top. `to` is its index afterwards.
    case move(in: Container.ID, from: Int, to: Int)
    /// A screen replaces another.
    case replace(Screen.ID, in: Container.ID, at: Int, with: Screen)
    /// A container is replaced by another with the same id.
    case replaceContainer(Container.ID, with: Container)
    /// The params of a screen change.
    case replaceParams(Screen.ID, with: JSONObject)
    /// A screen gets or loses params to which `goBack` returns.
    case replaceFormerParams(Screen.ID, with: [JSONObject])
    /// The state of a screen changes.
    case replaceState(Screen.ID, with: JSONValue)
    /// A screen keeps or drops an action that a guard refused.
    case replaceIntent(Screen.ID, with: JSONObject?)
  }

  package init(_ edits: [Edit]) {
    self.edits = edits
  }

  public func makeIterator() -> Iterator { Iterator(rest: edits[...]) }

  /// Computes the steps lazily.
  public struct Iterator: IteratorProtocol {
    fileprivate var rest: ArraySlice<Edit>

    public mutating func next() -> Step? {
      while let edit = rest.popFirst() {
        guard let step = Step(edit) else { continue }
        if case .pop(let former, let container, let index) = step, let new = popInsertion(in: container, at: index) {
          return .replace(former, in: container, at: index, with: new)
        }
        return step
      }
      return nil
    }

    /// Consumes the next edit if it inserts a screen at that index, and returns the screen.
    private mutating func popInsertion(in container: Container.ID, at index: Int) -> Screen? {
      guard let next = rest.firstIndex(where: \.isTransition),
        case .insert(let screen, container, index) = rest[next]
      else { return nil }
      rest = rest[(next + 1)...]
      return screen
    }
  }
}

extension Plan.Step {
  /// Nil when clients do not display the edit.
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
    case .formerParams(let screen, _, let new): self = .replaceFormerParams(screen, with: new)
    case .state(let screen, _, let new): self = .replaceState(screen, with: new)
    case .intent(let screen, _, let new): self = .replaceIntent(screen, with: new)
    // Changes by reducers and by history moves contain no patches, which are a stored form only.
    case .data, .patch, .schedule, .unschedule, .version, .forget: return nil
    }
  }
}

extension Edit {
  fileprivate var isTransition: Bool {
    switch self {
    case .data, .patch, .schedule, .unschedule, .version, .forget: false
    default: true
    }
  }
}
