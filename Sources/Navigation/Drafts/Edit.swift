import JSON

/// An elementary step from one tree to the next.
///
/// Contains the former values as well as the new ones, so that it can be undone and redone without running a reducer.
public enum Edit: Sendable, Equatable {
  case insert(Screen, into: Container.ID, at: Int)
  case remove(Screen, from: Container.ID, at: Int)
  /// A screen moves within the list. `to` is its index afterwards.
  case move(in: Container.ID, from: Int, to: Int)
  /// A screen is presented over a container.
  case present(Presented, over: Container.ID, at: Int)
  case dismiss(Presented, from: Container.ID, at: Int)
  /// Another screen is selected, or a drawer is opened or closed.
  case focus(Container.ID, former: Container.Focus, new: Container.Focus)
  /// A whole container is replaced, by `reset`.
  case replace(Container.ID, former: Container, new: Container)
  case params(Screen.ID, former: JSONObject, new: JSONObject)
  /// A screen gets or loses params to which `goBack` returns.
  case formerParams(Screen.ID, former: [JSONObject], new: [JSONObject])
  case state(Screen.ID, former: JSONValue, new: JSONValue)
  /// A screen keeps or drops the action that a guard refused.
  case intent(Screen.ID, former: JSONObject?, new: JSONObject?)
  case data(former: JSONValue, new: JSONValue)
  /// The session runs on another version of its app, by a migration.
  case version(former: Int, new: Int)
  /// The stored form of `params`, `formerParams`, `state`, `data` and `replace`: the difference between the two values.
  /// Must be resolved on the tree that it changes before it is applied.
  case patch(PatchTarget, TextPatch)
  /// The revisions before the change become unavailable. The tree stays as it is.
  case forget
  /// A timer is started.
  case schedule(Timer)
  /// A timer has fired or was cancelled.
  case unschedule(Timer)

  /// Whether the step leaves screens, containers and data unchanged: it starts or ends a timer, or forgets the past.
  package var isOfTimer: Bool {
    switch self {
    case .schedule, .unschedule, .forget: true
    default: false
    }
  }

  /// Whether the step may increase the depth of a tree.
  var bringsContainers: Bool {
    switch self {
    case .insert(let screen, _, _): screen.content != nil
    case .present(let presented, _, _): presented.screen.content != nil
    case .replace: true
    default: false
    }
  }

  /// The step that undoes this one.
  public var inverse: Edit {
    switch self {
    case .insert(let screen, let container, let index): .remove(screen, from: container, at: index)
    case .remove(let screen, let container, let index): .insert(screen, into: container, at: index)
    case .move(let container, let from, let to): .move(in: container, from: to, to: from)
    case .present(let presented, let container, let index): .dismiss(presented, from: container, at: index)
    case .dismiss(let presented, let container, let index): .present(presented, over: container, at: index)
    case .focus(let container, let former, let new): .focus(container, former: new, new: former)
    case .replace(let container, let former, let new): .replace(container, former: new, new: former)
    case .params(let screen, let former, let new): .params(screen, former: new, new: former)
    case .formerParams(let screen, let former, let new): .formerParams(screen, former: new, new: former)
    case .state(let screen, let former, let new): .state(screen, former: new, new: former)
    case .intent(let screen, let former, let new): .intent(screen, former: new, new: former)
    case .data(let former, let new): .data(former: new, new: former)
    case .version(let former, let new): .version(former: new, new: former)
    case .patch(let place, let patch): .patch(place, patch.inverse)
    case .forget: .forget
    case .schedule(let timer): .unschedule(timer)
    case .unschedule(let timer): .schedule(timer)
    }
  }
}

extension [Edit] {
  /// Whether the edits make the revisions before them unavailable.
  package var forgetPast: Bool { contains { if case .forget = $0 { true } else { false } } }

  /// The edits with those of the data that follow one another as one, and those of a screen's state: what many steps of an
  /// action changed is stored once, and undone at once.
  func joiningValues() -> [Edit] {
    guard count > 1 else { return self }
    return reduce(into: []) { joined, edit in
      switch (joined.last, edit) {
      case (.data(let former, _)?, .data(_, let new)):
        joined.removeLast()
        joined.append(.data(former: former, new: new))
      case (.state(let screen, let former, _)?, .state(let next, _, let new)) where next == screen:
        joined.removeLast()
        joined.append(.state(screen, former: former, new: new))
      default: joined.append(edit)
      }
    }
  }
}
