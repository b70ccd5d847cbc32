import JSON
import Reduction

extension Reducer where State == Draft, Action == NavigationAction, Environment == ContainerContext {
  /// A switch: one child at a time. Switching discards the child with its content and creates a new one.
  static let `switch` = ContainerReducer.refusingFirst { draft, action, context throws(Refusal) in
    switch action {
    case .switchTo(let destination):
      try context.switchChild(to: destination, in: &draft)
    case .select(.route(let name), let params, _):
      let child = draft[context.container].screens[0]
      guard child.route == name else {
        try context.switchChild(to: NavigationAction.Destination(route: name, params: params), in: &draft)
        break
      }
      try SelectableList(context: context).select(.route(name), params: params, merge: false, in: &draft)
    case .select(let match, let params, let merge):
      try SelectableList(context: context).select(match, params: params, merge: merge, in: &draft)
    default:
      throw notFor(.switch, action)
    }
    return .none
  }
}

extension ContainerContext {
  fileprivate func switchChild(to destination: NavigationAction.Destination, in draft: inout Draft) throws(Refusal) {
    let route = try self.destination(destination.route)
    try checkMayOpen(route, in: draft)
    let former = draft[container].screens[0].id
    // Before the removal, which leaves the list without a screen for a moment.
    let screen = try makeScreen(route, destination.params, beside: { $0 != former }, in: &draft)
    draft.perform(.remove(draft[container].screens[0], from: container, at: 0))
    draft.perform(.insert(screen, into: container, at: 0))
  }
}
