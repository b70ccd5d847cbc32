import JSON

/// A way through the containers, from the root to where a route stands, and the last step to the route itself.
struct LinkNavigator {
  let app: App
  let destination: NavigationAction.Destination
  let policy: NavigationAction.Policy
  /// For the last step; those on the way are nobody's wish, and not guarded.
  let destinationCheck: ContainerContext.DestinationCheck

  /// Goes there. Refuses where a step is refused; the draft may hold steps then.
  func run(_ draft: inout Draft) throws(Refused) {
    let route = try app.route(named: destination.route)
    if route.isPresented {
      if policy == .navigate, open(route, destination, draft.tree) != nil { return }
      return try app.present(destination, policy, nil, nil, destinationCheck: destinationCheck, &draft)
    }
    guard let holders = app.routeIndex.holders(to: route.name) else {
      throw .forbidden(
        "route-not-taken", "No container that can be reached from the root takes \"\(route.name)\".")
    }
    var container = draft.tree.root.id
    for holder in holders {
      container = try enter(try app.route(named: holder), in: container, &draft)
    }
    try arrive(at: route, in: container, &draft)
  }

  /// Goes to a screen that holds the next container on the way: the one that is there, or another.
  ///
  /// - Returns: The container that it holds.
  private func enter(
    _ holder: Route, in container: Container.ID, _ draft: inout Draft
  ) throws(Refused) -> Container.ID {
    let next = NavigationAction.Destination(route: holder.name, params: params(for: holder))
    if holder.isPresented {
      if let open = open(holder, next, draft.tree) { return try content(of: open, holder) }
      try app.present(next, .navigate, nil, nil, destinationCheck: .unguarded, &draft)
      return try content(of: draft.tree.current(of: holder.name), holder)
    }
    try checkUncovered(container, draft)
    let selected = draft[container].selectedScreen
    if !isMeant(selected, next) {
      try step(to: next, in: container, isLast: false, destinationCheck: .unguarded, &draft)
    }
    return try content(of: draft[container].selectedScreen, holder)
  }

  private func arrive(at route: Route, in container: Container.ID, _ draft: inout Draft) throws(Refused) {
    try checkUncovered(container, draft)
    // The app may begin anyway where the link leads.
    if policy == .reset, case .unguarded = destinationCheck, destination.params == nil,
      draft[container].selectedScreen.route == route.name
    {
      return
    }
    try step(to: destination, in: container, isLast: true, destinationCheck: destinationCheck, &draft)
  }

  /// One step within a container, as its kind does it.
  private func step(
    to next: NavigationAction.Destination, in container: Container.ID, isLast: Bool,
    destinationCheck: ContainerContext.DestinationCheck,
    _ draft: inout Draft
  ) throws(Refused) {
    let action: NavigationAction
    switch draft[container].kind {
    case .stack: action = stackAction(next, draft[container])
    case .switch where isLast && app.routes[next.route]?.presentation == .switch: action = .switchTo(next)
    case .tabs, .drawer, .pages, .switch: action = .select(.route(next.route), params: next.params, merge: false)
    }
    try app.offer(action, to: container, source: nil, isMeant: true, destinationCheck: destinationCheck, &draft)
  }

  private func stackAction(_ next: NavigationAction.Destination, _ stack: Container) -> NavigationAction {
    switch policy {
    case .push: return .push(next)
    case .navigate: return .navigate(next, merge: false, pop: true)
    case .reset:
      // It is fresh: what it begins with lies below, unless that is where the link leads.
      return stack.selectedScreen.route == next.route ? .replace(next) : .push(next)
    }
  }

  /// The screen on the focus path that is presented already and is meant. One with an identity is found by that.
  private func open(_ route: Route, _ next: NavigationAction.Destination, _ tree: Tree) -> Screen? {
    guard route.identity == nil else { return nil }
    return tree.focusPath.reversed().lazy.compactMap { tree[$0].presented.last?.screen }.first { isMeant($0, next) }
  }

  /// What a link leads to would lie beneath what is presented, and not be seen.
  private func checkUncovered(_ container: Container.ID, _ draft: Draft) throws(Refused) {
    guard let top = draft[container].presented.last else { return }
    throw Refused(.covered(container, by: top, remedy: "use the `policy` `reset`"))
  }

  /// What the link gives that a screen on the way takes, too: in `/users/7/posts/42` the user.
  private func params(for holder: Route) -> JSONObject? {
    guard let params = holder.params, let given = destination.params else { return nil }
    let shared = given.filter { member in
      params.contains { $0.name == member.name && $0.type.takes(member.value) }
    }
    return shared.isEmpty ? nil : JSONObject(shared.map { ($0.name, $0.value) })
  }

  /// Whether a screen is the one that is looked for: of the route, and with the params that are known of it.
  private func isMeant(_ screen: Screen, _ next: NavigationAction.Destination) -> Bool {
    screen.route == next.route && (next.params ?? [:]).allSatisfy { screen.params[$0.name] == $0.value }
  }

  private func content(of screen: Screen?, _ holder: Route) throws(Refused) -> Container.ID {
    guard let content = screen?.content, screen?.route == holder.name else {
      throw .forbidden("route-not-taken", "\"\(holder.name)\", on the way, could not be opened.")
    }
    return content.id
  }
}

extension Tree {
  /// The innermost screen of that route on the focus path.
  fileprivate func current(of route: String) -> Screen? {
    focusedScreens.last { $0.route == route }
  }
}
