/// The screens of an app and the transitions between them, as its routes, containers and logic define them.
///
/// Compiled reducers are not examined: an app's router or steps may perform transitions that no user action can.
package struct AppGraph: Sendable {
  package let containers: [Container]
  package let screens: [Screen]
  package let edges: [Edge]

  package struct Container: Sendable, Equatable {
    /// `root`, or `in:` and the route whose screens hold the container.
    package let id: String
    package let kind: Navigation.Container.Kind
    /// The route whose screens hold the container; nil for the root.
    package let holder: String?
    /// The accepted routes.
    package let routes: [String]
    /// The route of the initial or initially selected screen.
    package let initial: String
  }

  package struct Screen: Sendable {
    package let route: Route
    /// The containers that accept the route.
    package let containers: [String]
    /// The container that the screen holds.
    package let content: String?
    /// Whether the screen can be reached from the start of a session.
    package let isReachable: Bool
    /// Whether a session begins with the screen.
    package let isInitial: Bool
  }

  /// A transition to a screen by one action.
  package struct Edge: Sendable, Equatable {
    /// The screen from which the transition starts. Nil: every screen without `destinations`, within the container if
    /// there is one; a selection starts from every screen.
    package let from: String?
    package let to: String
    package let means: Means
    /// The name of the action or timer whose steps open the screen.
    package var name: String?
    /// The container that accepts the screen; nil when it is presented, or opened by steps.
    package let container: String?
    /// The expressions that have to hold, or their places in the definition: those of the screen's guards, then the one
    /// of the destination.
    package private(set) var conditions: [String] = []

    fileprivate func conditional(in app: App, showsExpressions: Bool) -> Edge {
      var edge = self
      edge.conditions = app.conditions(from: from, to: to, by: means).map {
        showsExpressions ? $0.expression.text : $0.expression.place.text
      }
      return edge
    }
  }

  package enum Means: String, Sendable, CaseIterable {
    case push, select, `switch`, present
    /// The steps of an app definition.
    case action, onEnter, onLeave, onResult, `guard`, timer, idle
    /// Only in ways to screens.
    case link, parent

    /// The means of edges.
    package static let ofEdges = allCases.filter { $0 != .link && $0 != .parent }

    /// Whether steps open the screen.
    var isOfLogic: Bool { ![.push, .select, .switch, .present, .link, .parent].contains(self) }
  }
}

extension App {
  /// The conditions for opening a screen, each once: those of its guards, and for a navigation action that of `to` of the
  /// screen before.
  package func conditions(from former: String?, to route: String, by means: AppGraph.Means) -> [Condition] {
    let guards = means == .parent ? [] : routes[route]?.logic?.guards.map(\.condition) ?? []
    let destination =
      [.push, .switch, .present].contains(means) ? former.flatMap { routes[$0]?.destinationConditions[route] } : nil
    var known: Set<String> = []
    return (guards + [destination].compactMap { $0 }).filter { known.insert($0.expression.text).inserted }
  }
}

extension AppGraph {
  /// The limit of edges with their conditions. A graph grows with the product of containers and routes, and of edges and
  /// guards, so that a definition of 100 KB can have one of gigabytes.
  package static let mostItems = 100_000

  /// Whether the graph of an app has at most ``mostItems`` edges and conditions.
  package static func isBounded(_ app: App) -> Bool {
    let weights = app.routes.mapValues { 1 + ($0.logic?.guards.count ?? 0) }
    func weight(_ routes: [String]) -> Int { routes.reduce(0) { $0 + (weights[$1] ?? 1) } }
    let outgoing = app.routes.mapValues { weight($0.destinations ?? []) }
    let (all, ways) = (weights.values.reduce(0, +), outgoing.values.reduce(0, +))
    // To presented screens from all and from each, out of containers, and by steps; then within each container.
    var rest = mostItems - all - 2 * ways - weight(LogicOpenings(of: app).named.map(\.to))
    for container in [app.root] + app.routes.values.compactMap(\.content) where rest >= 0 {
      let listed = container.routes.map { routes in weight(routes) + routes.reduce(0) { $0 + (outgoing[$1] ?? 0) } }
      rest -= listed ?? all + ways
    }
    return rest >= 0
  }

  /// - Precondition: The graph is bounded, or it takes the memory that its size needs.
  /// - Parameter showsExpressions: Whether edges have the expressions of their conditions, which clients must not know.
  package init(of app: App, showsExpressions: Bool = true) {
    let sorted = app.routes.values.sorted { $0.name < $1.name }
    let places =
      [(holder: String?.none, definition: app.root)]
      + sorted.compactMap { route in route.content.map { (holder: route.name, definition: $0) } }
    containers = places.map { holder, definition in
      Container(
        id: Self.id(holder), kind: definition.kind, holder: holder,
        routes: definition.routes ?? sorted.map(\.name), initial: definition.initial)
    }
    let paths = ScreenPaths(of: app)
    let reached = Set(paths.routes)
    var takers: [String: [String]] = [:]
    for container in containers {
      for route in container.routes { takers[route, default: []].append(container.id) }
    }
    screens = sorted.map { route in
      Screen(
        route: route, containers: takers[route.name] ?? [], content: route.content.map { _ in Self.id(route.name) },
        isReachable: reached.contains(route.name), isInitial: paths.isInitial(route.name))
    }
    let plain =
      containers.flatMap { Self.edges(in: $0, of: app) } + Self.waysOut(of: screens, app, containers)
      + Self.presentations(sorted) + Self.steps(of: app)
    edges = plain.map { $0.conditional(in: app, showsExpressions: showsExpressions) }
  }

  private static func id(_ holder: String?) -> String { holder.map { "in:" + $0 } ?? "root" }

  /// The edges between the screens of one container.
  private static func edges(in container: Container, of app: App) -> [Edge] {
    let known = Set(container.routes)
    func way(_ from: String?, _ to: String) -> Edge {
      Edge(from: from, to: to, means: container.means, container: container.id)
    }
    // Selected screens exist already, so their selection is not limited by `destinations`.
    let isOpen = container.means == .select || container.routes.contains { app.routes[$0]?.destinations == nil }
    let open = isOpen ? container.routes.map { way(nil, $0) } : []
    guard container.means != .select else { return open }
    return open
      + container.routes.flatMap { route in
        (app.routes[route]?.destinations ?? []).filter(known.contains).map { way(route, $0) }
      }
  }

  /// The edges from a screen's `destinations` to containers that do not hold the screen.
  private static func waysOut(of screens: [Screen], _ app: App, _ containers: [Container]) -> [Edge] {
    let known = Dictionary(containers.map { ($0.id, $0) }) { first, _ in first }
    return screens.flatMap { screen in
      (screen.route.destinations ?? []).compactMap { to -> Edge? in
        guard app.routes[to]?.isPresented == false, let holders = app.routeIndex.holders(to: to),
          !screen.containers.contains(where: { known[$0]?.routes.contains(to) == true }),
          let taker = known[id(holders.last)]
        else { return nil }
        return Edge(from: screen.route.name, to: to, means: taker.means, container: taker.id)
      }
    }
  }

  /// The edges of actions, hooks, guards, timers and the idle rule.
  private static func steps(of app: App) -> [Edge] {
    LogicOpenings(of: app).named.filter { app.routes[$0.to] != nil }.map {
      Edge(from: $0.from, to: $0.to, means: $0.means, name: $0.name, container: nil)
    }
  }

  /// The edges to presented screens.
  private static func presentations(_ routes: [Route]) -> [Edge] {
    let isAnyFree = routes.contains { $0.destinations == nil }
    func way(_ from: String?, _ to: Route) -> Edge { Edge(from: from, to: to.name, means: .present, container: nil) }
    return routes.filter(\.isPresented).flatMap { presented in
      (isAnyFree ? [way(nil, presented)] : [])
        + routes.filter { $0.destinations?.contains(presented.name) == true }.map { way($0.name, presented) }
    }
  }
}

extension AppGraph.Container {
  /// The transition to its screens.
  package var means: AppGraph.Means { .init(to: kind) }
}

extension AppGraph.Means {
  /// The transition to the screens of a container.
  init(to kind: Container.Kind) {
    self =
      switch kind {
      case .stack: .push
      case .switch: .switch
      case .tabs, .drawer, .pages, .panes: .select
      }
  }
}
