import JSON
import Reduction

/// Presents the screen of a presented route, for the action `route`.
struct RoutePresenter {
  let navigator: Navigator
  let policy: NavigationAction.Policy

  /// Presents a screen over the named container, or else over the innermost focused one. If a screen of the same
  /// identity exists, goes to that instead.
  func present(_ destination: NavigationAction.Destination, _ draft: inout Draft) throws(ActionError) {
    let route = try navigator.app.route(named: destination.route)
    guard route.identity != nil, let (container, position) = try place(of: destination, route, draft.tree) else {
      let action = NavigationAction.present(destination, style: nil, replacing: false)
      try action.check(in: navigator.app)
      return try navigator.offer(action, &draft)
    }
    let context = navigator.context(of: container, in: draft.tree)
    do throws(Refusal) {
      guard case .presented(let index) = position else {
        try context.checkUncovered(in: draft)
        return try context.openAgain(draft[container][position].id, destination, in: &draft)
      }
      try context.checkMayOpen(route, in: draft)
      try context.presentAgain(index, route, destination.params, policy, in: &draft)
    } catch {
      throw .byReducer(error)
    }
  }

  /// The position of a screen of the same identity: presented over the named or a focused container, or in the list of
  /// the container over which a new screen would be presented.
  private func place(
    of destination: NavigationAction.Destination, _ route: Route, _ tree: Tree
  ) throws(ActionError) -> (Container.ID, ScreenPosition)? {
    let params = try route.fullParams(destination.params)
    let path = try navigator.target.container(in: tree).map { [$0] } ?? tree.focusPath
    for container in path.reversed() {
      switch tree[container].position(ofIdentityOf: route, with: params) {
      case .presented(let index): return (container, .presented(index))
      case .listed(let index) where container == path.last: return (container, .listed(index))
      case .listed, nil: continue
      }
    }
    return nil
  }
}

extension ContainerContext {
  /// Goes to a screen of the list, as the container's kind does it.
  fileprivate func openAgain(
    _ id: Screen.ID, _ destination: NavigationAction.Destination, in draft: inout Draft
  ) throws(Refusal) {
    let kind = draft[container].kind
    let action: NavigationAction =
      switch kind {
      case .stack where app.routes[destination.route]?.onDuplicate == .allow:
        .popTo(.id(id), params: destination.params, merge: false, ifAbsent: .refuse)
      case .stack: .push(destination)
      default: .select(.id(id), params: destination.params, merge: false)
      }
    _ = try kind.reducer.reduce(&draft, action, self)
  }

  /// Goes to a presented screen, according to the route's `onDuplicate`.
  fileprivate func presentAgain(
    _ index: Int, _ route: Route, _ given: JSONObject?, _ policy: NavigationAction.Policy, in draft: inout Draft
  ) throws(Refusal) {
    let screen = draft[container].presented[index].screen
    if policy == .push {
      switch route.onDuplicate {
      case .ignore: return
      case .refuse: throw draft[container].duplicate(of: screen, route)
      case .moveToTop, .popTo, .allow: break
      }
    }
    draft.setParams(of: screen, to: try params(of: screen, route, given: given, merge: false))
    if route.onDuplicate == .popTo || route.onDuplicate == .allow {
      draft.dismiss(from: container, downTo: index + 1)
    } else {
      draft.moveToTop(presented: index, over: container)
    }
  }
}

extension Draft {
  /// Moves a presented screen above all others over the same container.
  fileprivate mutating func moveToTop(presented index: Int, over container: Container.ID) {
    var new = self[container]
    guard index < new.presented.count - 1 else { return }
    new.presented.append(new.presented.remove(at: index))
    // No step moves a presented screen.
    perform(.replace(container, former: self[container], new: new))
  }
}
