import JSON

// `route`: to a screen that a link or a route's name says, whatever containers lie on the way.

extension App {
  /// Goes where a `route` action wants to, as the definition says one gets there.
  func travel(
    to goal: NavigationAction.Goal, _ policy: NavigationAction.Policy, _ target: Container.ID?, _ source: Screen.ID?,
    _ draft: inout Draft
  ) throws(Refused) {
    switch goal {
    case .url(let url):
      // A link may lead anywhere, whatever screen it finds the user on.
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

  /// The tree that a session has when it begins where a link leads.
  public func start(url: String) throws(Refused) -> Tree {
    let destination = try destination(of: url)
    var draft = Draft(try start())
    let navigator = LinkNavigator(app: self, destination: destination, policy: .reset, destinationCheck: .unguarded)
    try navigator.run(&draft)
    return draft.tree
  }

  /// Whether a container that the user is in can open the route as the route's definition says, or none ever could,
  /// and it is theirs to say why.
  private func isAtHand(_ route: Route, _ policy: NavigationAction.Policy, _ tree: Tree) -> Bool {
    guard policy != .reset else { return false }
    if route.isPresented { return policy == .push }
    guard routeIndex.holders(to: route.name) != nil else { return true }
    return tree.focusPath.contains { id in
      definition(of: id, in: tree).takes(route.name) && route.presentation.isFor(tree[id].kind)
    }
  }

  /// The action that the route's definition makes of it, for those that the user is in, or the one that is named.
  private func offer(
    _ destination: NavigationAction.Destination, _ policy: NavigationAction.Policy, _ target: Container.ID?,
    _ source: Screen.ID?, destinationCheck: ContainerContext.DestinationCheck, _ draft: inout Draft
  ) throws(Refused) {
    guard policy != .reset else {
      throw .invalid(
        "bad-field", "`policy` `reset` begins at the root; leave `target` and `source` out.", at: "policy")
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

extension Route.Presentation {
  /// Whether that kind of container is one that is gone to in this way.
  fileprivate func isFor(_ kind: Container.Kind) -> Bool {
    switch self {
    case .push: kind == .stack
    case .present: true
    case .select: kind != .stack
    case .switch: kind == .switch
    }
  }
}
