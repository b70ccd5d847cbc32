import JSON

// The action `route`: goes to the screen of a link or of a route, through any containers on the path to it.

extension App {
  /// Performs a `route` action, by the transition that the route defines.
  func travel(
    to goal: NavigationAction.Goal, _ policy: NavigationAction.Policy, _ target: Container.ID?, _ source: Screen.ID?,
    _ draft: inout Draft
  ) throws(Refused) {
    switch goal {
    case .url(let url):
      // A link can lead to any screen, whatever the current one is.
      let destination = try destination(of: url)
      if target != nil || source != nil {
        return try offer(destination, policy, target, source, destinationCheck: .unguarded, &draft)
      }
      try travel(to: destination, policy, destinationCheck: .unguarded, &draft)
    case .route(let destination):
      let route = try route(named: destination.route)
      if target != nil || source != nil || isAtHand(route, policy, draft.tree) {
        return try offer(destination, policy, target, source, destinationCheck: .here, &draft)
      }
      try travel(to: destination, policy, destinationCheck: .from(draft.tree.current.route), &draft)
    }
  }

  /// Whether a focused container can open the route by its transition. Also true when no container ever can, so that
  /// the focused ones report the reason.
  private func isAtHand(_ route: Route, _ policy: NavigationAction.Policy, _ tree: Tree) -> Bool {
    guard policy != .reset else { return false }
    if route.isPresented { return policy == .push }
    guard routeIndex.holders(to: route.name) != nil else { return true }
    return tree.focusPath.contains { id in
      definition(of: id, in: tree).takes(route.name) && route.presentation.isFor(tree[id].kind)
    }
  }

  /// Offers the action of the route's transition to the named container, or to the focused ones.
  private func offer(
    _ destination: NavigationAction.Destination, _ policy: NavigationAction.Policy, _ target: Container.ID?,
    _ source: Screen.ID?, destinationCheck: ContainerContext.DestinationCheck, _ draft: inout Draft
  ) throws(Refused) {
    guard policy != .reset else {
      throw .invalid(
        "bad-field", "`policy` `reset` begins at the root; omit `target` and `source`.", at: "policy")
    }
    let action: NavigationAction
    switch try route(named: destination.route).presentation {
    case .push where policy == .navigate: action = .navigate(destination, merge: false, pop: true)
    case .push: action = .push(destination)
    case .present: return try present(destination, policy, target, source, destinationCheck: destinationCheck, &draft)
    case .select: action = .select(.route(destination.route), params: destination.params, merge: false)
    case .switch: action = .switchTo(destination)
    }
    try check(action)
    try offer(action, target, source, destinationCheck: destinationCheck, &draft)
  }

  private func travel(
    to destination: NavigationAction.Destination, _ policy: NavigationAction.Policy,
    destinationCheck: ContainerContext.DestinationCheck,
    _ draft: inout Draft
  ) throws(Refused) {
    if let params = destination.params { try route(named: destination.route).checkNew(params) }
    let navigator = LinkNavigator(
      app: self, destination: destination, policy: policy, destinationCheck: destinationCheck)
    if policy == .reset {
      let former = draft.tree.root
      let new = try makeContainer(root, id: former.id, depth: 1) { draft.makeID() }
      draft.perform(.replace(former.id, former: former, new: new))
    }
    try navigator.run(&draft)
  }
}
