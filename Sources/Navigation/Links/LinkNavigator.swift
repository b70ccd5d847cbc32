import JSON
import Reduction

/// A navigation from the root, through the containers on the path, to a route.
struct LinkNavigator {
  let app: App
  let destination: NavigationAction.Destination
  let policy: NavigationAction.Policy
  /// Applies to the last step only. Intermediate steps are not checked.
  let destinationCheck: ContainerContext.DestinationCheck
  /// The tree before the navigation, by which new containers are known.
  private var former: Tree?

  init(
    app: App, destination: NavigationAction.Destination, policy: NavigationAction.Policy,
    destinationCheck: ContainerContext.DestinationCheck
  ) {
    self.app = app
    self.destination = destination
    self.policy = policy
    self.destinationCheck = destinationCheck
  }

  /// Performs the navigation. When a step is refused, the draft may hold earlier steps.
  mutating func run(_ draft: inout Draft) throws(ActionError) {
    former = draft.tree
    let route = try app.route(named: destination.route)
    if route.isPresented {
      if policy == .navigate, open(route, destination, draft.tree) != nil { return }
      return try present(destination, policy, destinationCheck, &draft)
    }
    if let container = focusedTaker(of: route, draft.tree) { return try arrive(at: route, in: container, &draft) }
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

  /// The innermost focused container that takes the route, for a route that several containers take.
  ///
  /// None if the link starts the app anew. Not one that something is presented over, and not one within a screen with other
  /// params than the link gives it: the posts of user 8 are not the place of a link to a post of user 7.
  private func focusedTaker(of route: Route, _ tree: Tree) -> Container.ID? {
    guard policy != .reset, app.routeIndex.isTakenBySeveral(route.name) else { return nil }
    var taker: Container.ID?
    for (id, screen) in zip(tree.focusPath, tree.focusedScreens) {
      if tree[id].presented.isEmpty, app.routeIndex.takes(route.name, app.definition(of: id, in: tree)) { taker = id }
      guard isInKeeping(screen) else { break }
    }
    return taker
  }

  /// Whether a screen has the params that the link gives to its route.
  private func isInKeeping(_ screen: Screen) -> Bool {
    guard let route = app.routes[screen.route] else { return false }
    return params(for: route)?.allSatisfy { screen.params[$0.name] == $0.value } ?? true
  }

  /// Goes to a screen that holds the next container on the path, and opens one if there is none.
  ///
  /// - Returns: The container that it holds.
  private func enter(
    _ holder: Route, in container: Container.ID, _ draft: inout Draft
  ) throws(ActionError) -> Container.ID {
    let next = NavigationAction.Destination(route: holder.name, params: params(for: holder))
    if holder.isPresented {
      if let open = open(holder, next, draft.tree) { return try content(of: open, holder) }
      try present(next, .navigate, .unguarded, &draft)
      return try content(of: draft.tree.focusedScreens.last { $0.route == holder.name }, holder)
    }
    try checkUncovered(container, draft)
    let selected = draft[container].selectedScreen
    if !isMeant(selected, next) {
      try step(to: next, in: container, isLast: false, .unguarded, &draft)
    }
    return try content(of: draft[container].selectedScreen, holder)
  }

  private func arrive(at route: Route, in container: Container.ID, _ draft: inout Draft) throws(ActionError) {
    try checkUncovered(container, draft)
    // The initial screen of a new container may already be the destination.
    if isNew(container), case .unguarded = destinationCheck, destination.params?.isEmpty ?? true,
      draft[container].selectedScreen.route == route.name
    {
      return
    }
    if route.parent != nil, isNew(container), draft[container].kind == .stack, draft[container].presented.isEmpty {
      return try stack(route, in: container, &draft)
    }
    try step(to: destination, in: container, isLast: true, destinationCheck, &draft)
  }

  /// Whether this navigation has made a container.
  private func isNew(_ container: Container.ID) -> Bool {
    policy == .reset || former?.container(container) == nil
  }

  /// Fills a new stack with the destination and the screens beneath it, which its route names.
  ///
  /// A screen is opened from the current one, so the lowest is made before the initial screens go: the stack is never
  /// empty while it is read.
  private func stack(_ route: Route, in container: Container.ID, _ draft: inout Draft) throws(ActionError) {
    let navigator = Navigator(app: app, target: ActionTarget(container: container), destinationCheck: .unguarded)
    let context = navigator.context(of: container, in: draft.tree)
    let destinations = try stack(endingWith: route, draft)
    do throws(Refusal) {
      for (position, next) in destinations.enumerated() {
        let route = try context.destination(next.route)
        let screen = try context.makeScreen(route, next.params, beside: { _ in position > 0 }, in: &draft)
        if position == 0 { draft.empty(container) }
        draft.perform(.insert(screen, into: container, at: position))
      }
    } catch {
      throw .byReducer(error)
    }
  }

  /// The destinations of a new stack, the lowest first.
  private func stack(
    endingWith route: Route, _ draft: Draft
  ) throws(ActionError) -> [NavigationAction.Destination] {
    var destinations = [destination]
    var next = route
    var reducer = ActionReducer(app: app)
    // The bound ends the loop also for parents in a cycle.
    while let parent = next.parent, destinations.count <= app.routes.count, let holder = app.routes[parent.route] {
      let scope = LogicScope(params: try next.fullParams(destinations[0].params))
      var params = params(for: holder) ?? [:]
      if let own = try reducer.json(parent.params, scope, draft).objectValue { params.merge(own) }
      destinations.insert(NavigationAction.Destination(route: holder.name, params: params), at: 0)
      next = holder
    }
    return destinations
  }

  /// Performs one step within a container, as its kind does it.
  private func step(
    to next: NavigationAction.Destination, in container: Container.ID, isLast: Bool,
    _ check: ContainerContext.DestinationCheck, _ draft: inout Draft
  ) throws(ActionError) {
    let action: NavigationAction
    switch draft[container].kind {
    case .stack where !isLast && isSame(draft[container].selectedScreen, next):
      action = .navigate(next, merge: false, pop: false)
    case .stack: action = stackAction(next, draft[container])
    case .switch where isLast && app.routes[next.route]?.presentation == .switch: action = .switchTo(next)
    case .tabs, .drawer, .pages, .panes, .switch:
      action = .select(.route(next.route), params: next.params, merge: false)
    }
    let navigator = Navigator(app: app, target: ActionTarget(container: container), destinationCheck: check)
    try navigator.offer(action, to: container, &draft)
  }

  private func present(
    _ destination: NavigationAction.Destination, _ policy: NavigationAction.Policy,
    _ check: ContainerContext.DestinationCheck, _ draft: inout Draft
  ) throws(ActionError) {
    let presenter = RoutePresenter(navigator: Navigator(app: app, destinationCheck: check), policy: policy)
    try presenter.present(destination, &draft)
  }

  private func stackAction(_ next: NavigationAction.Destination, _ stack: Container) -> NavigationAction {
    // The initial screen of a new stack stays below, unless it is the destination itself.
    if isNew(stack.id), stack.selectedScreen.route == next.route { return .replace(next) }
    let returns = policy == .navigate || app.routes[next.route]?.onDuplicate == .allow
    return returns ? .navigate(next, merge: false, pop: policy == .navigate) : .push(next)
  }

  /// A matching screen on the focus path that is already presented. A screen with an identity is found by it.
  private func open(_ route: Route, _ next: NavigationAction.Destination, _ tree: Tree) -> Screen? {
    guard route.identity == nil else { return nil }
    return tree.focusPath.reversed().lazy.compactMap { tree[$0].presented.last?.screen }.first { isMeant($0, next) }
  }

  /// Refuses a destination that would be hidden by a presented screen.
  private func checkUncovered(_ container: Container.ID, _ draft: Draft) throws(ActionError) {
    guard let top = draft[container].presented.last else { return }
    throw ActionError(.covered(container, by: top, remedy: "use the `policy` `reset`"))
  }

  /// The params of the link that a screen on the path also takes: for `/users/7/posts/42`, the user.
  private func params(for holder: Route) -> JSONObject? {
    destination.params.map { holder.shared($0) }
  }

  /// Whether a screen is of the route and has exactly the params that a new one would have.
  private func isMeant(_ screen: Screen, _ next: NavigationAction.Destination) -> Bool {
    screen.route == next.route && (next.params == nil || screen.params == fullParams(next))
  }

  /// Whether a screen has the identity that a new one would have, so that it gets the params of the link.
  private func isSame(_ screen: Screen, _ next: NavigationAction.Destination) -> Bool {
    guard let route = app.routes[next.route], screen.route == route.name,
      let identity = route.identity(fullParams(next))
    else { return false }
    return identity == route.identity(screen.params)
  }

  private func fullParams(_ next: NavigationAction.Destination) -> JSONObject {
    var params = app.routes[next.route]?.initialParams ?? [:]
    params.merge(next.params ?? [:])
    return params
  }

  private func content(of screen: Screen?, _ holder: Route) throws(ActionError) -> Container.ID {
    guard let content = screen?.content, screen?.route == holder.name else {
      throw .forbidden("route-not-taken", "\"\(holder.name)\", which is on the path to it, could not be opened.")
    }
    return content.id
  }
}

extension Route {
  /// The params of a link that a screen on the path to its destination also declares.
  func shared(_ given: JSONObject) -> JSONObject {
    let shared = given.filter { member in
      (params ?? []).contains { $0.name == member.name && $0.type.accepts(member.value) }
    }
    return JSONObject(shared.map { ($0.name, $0.value) })
  }
}

extension Draft {
  /// Removes all screens of a list. The next step inserts one.
  fileprivate mutating func empty(_ container: Container.ID) {
    for index in self[container].screens.indices.reversed() {
      perform(.remove(self[container].screens[index], from: container, at: index))
    }
  }
}
