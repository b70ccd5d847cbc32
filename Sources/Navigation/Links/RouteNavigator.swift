/// Performs the action `route`: goes to the screen of a link or of a route, through any containers on the path to it.
struct RouteNavigator {
  let app: App
  let target: ActionTarget
  let policy: NavigationAction.Policy
  /// Whether the action of a step opens the route, to which `destinations` do not apply.
  var isUnguarded = false

  /// Goes to a destination, by the transition that its route defines.
  func navigate(to goal: NavigationAction.Goal, _ draft: inout Draft) throws(ActionError) {
    switch goal {
    case .url(let url):
      // A link can lead to any screen, whatever the current one is.
      let destination = try app.destination(of: url)
      if target.isNamed { return try offer(destination, .unguarded, &draft) }
      try travel(to: destination, .unguarded, &draft)
    case .route(let destination):
      let route = try app.route(named: destination.route)
      if target.isNamed || isAtHand(route, draft.tree) {
        return try offer(destination, isUnguarded ? .unguarded : .here, &draft)
      }
      try travel(to: destination, isUnguarded ? .unguarded : .from(draft.tree.current), &draft)
    }
  }

  /// Whether a focused container can open the route by its transition. Also true when no container ever can, so that
  /// the focused ones report the reason.
  private func isAtHand(_ route: Route, _ tree: Tree) -> Bool {
    guard policy != .reset else { return false }
    if route.isPresented { return policy == .push }
    guard app.routeIndex.holders(to: route.name) != nil else { return true }
    return tree.focusPath.contains { id in
      app.definition(of: id, in: tree).accepts(route.name) && route.presentation.isFor(tree[id].kind)
    }
  }

  /// Offers the action of the route's transition to the named container, or to the focused ones.
  private func offer(
    _ destination: NavigationAction.Destination, _ check: ContainerContext.DestinationCheck, _ draft: inout Draft
  ) throws(ActionError) {
    guard policy != .reset else {
      throw .invalid(
        "bad-field", "`policy` `reset` begins at the root; omit `target` and `source`.", at: "policy")
    }
    let navigator = Navigator(app: app, target: target, destinationCheck: check)
    let action: NavigationAction
    let route = try app.route(named: destination.route)
    switch route.presentation {
    case .push where policy == .navigate || route.onDuplicate == .allow:
      action = .navigate(destination, merge: false, pop: policy == .navigate)
    case .push: action = .push(destination)
    case .present: return try RoutePresenter(navigator: navigator, policy: policy).present(destination, &draft)
    case .select: action = .select(.route(destination.route), params: destination.params, merge: false)
    case .switch: action = .switchTo(destination)
    }
    try action.check(in: app)
    try navigator.offer(action, &draft)
  }

  /// Goes to the destination from the root.
  private func travel(
    to destination: NavigationAction.Destination, _ check: ContainerContext.DestinationCheck, _ draft: inout Draft
  ) throws(ActionError) {
    if let params = destination.params { try app.route(named: destination.route).checkNew(params) }
    if policy == .reset {
      let former = draft.tree.root
      let new = try app.makeContainer(app.root, id: former.id, depth: 1) { draft.makeID() }
      draft.perform(.replace(former.id, former: former, new: new))
    }
    var navigator = LinkNavigator(app: app, destination: destination, policy: policy, destinationCheck: check)
    try navigator.run(&draft)
  }
}
