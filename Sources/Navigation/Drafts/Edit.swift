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
  case state(Screen.ID, former: JSONValue, new: JSONValue)
  case data(former: JSONValue, new: JSONValue)
  /// The stored form of the four cases before: the difference between the two values. Must be resolved on the tree that
  /// it changes before it is applied.
  case patch(Place, TextPatch)
  /// A timer is started.
  case schedule(Timer)
  /// A timer has fired or was cancelled.
  case unschedule(Timer)

  /// Whether the step starts or ends a timer, and leaves screens, containers and data unchanged.
  package var isOfTimer: Bool {
    switch self {
    case .schedule, .unschedule: true
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
    case .state(let screen, let former, let new): .state(screen, former: new, new: former)
    case .data(let former, let new): .data(former: new, new: former)
    case .patch(let place, let patch): .patch(place, patch.inverse)
    case .schedule(let timer): .unschedule(timer)
    case .unschedule(let timer): .schedule(timer)
    }
  }
}
