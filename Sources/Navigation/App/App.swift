import JSON
import Reduction

/// What can be navigated: routes, the root container, the app's own reducer, and what its router makes of outputs.
///
/// A description; holds no state of any session.
public final class App: Sendable {
  public let name: String
  public let version: Int
  public let root: ContainerDefinition
  public let routes: [String: Route]
  /// The app's own state beside the tree, as a session begins with it.
  public let data: JSONValue
  /// The app's own reducer, above those of its screens.
  let feature: AppFeature?
  let router: Router?
  /// What a session does that has had no action for a while.
  public let idle: Idle?
  let steps: Steps?
  /// Whether there is a route that does not lead everywhere.
  let hasDestinations: Bool
  /// Whether there is a route whose feature hears of the screens that it opened and that are gone.
  let hearsClosed: Bool
  /// The apps whose sessions may send messages to this one's; those of the app itself always may.
  public let acceptsMessagesFrom: Set<String>
  let links: Links
  let routeIndex: RouteIndex

  /// Interprets an output: the actions that answer it, carried out in the same change.
  ///
  /// - Parameters: The output, and the screen that sent it. For one of the app's own reducer that is the current screen.
  public typealias Router = @Sendable (_ output: any Output, _ sender: Screen.ID) -> [Action]

  public init(
    _ name: String, version: Int, root: ContainerDefinition, routes: [Route], data: JSONValue? = nil,
    feature: AppFeature? = nil, router: Router? = nil, idle: Idle? = nil,
    steps: Steps? = nil, acceptsMessagesFrom: Set<String> = []
  ) {
    self.name = name
    self.version = version
    self.root = root
    self.routes = Dictionary(
      routes.map { ($0.name, feature?.completing($0) ?? $0) }, uniquingKeysWith: { _, last in last })
    self.data = data ?? feature?.data ?? [:]
    self.feature = feature
    self.router = router
    self.idle = idle
    self.steps = steps
    self.acceptsMessagesFrom = acceptsMessagesFrom
    self.hasDestinations = routes.contains { $0.destinations != nil }
    self.hearsClosed = routes.contains { $0.feature?.hearsClosed == true }
    self.links = Links(routes)
    self.routeIndex = RouteIndex(root: root, routes: routes)
    if let feature {
      let missing = feature.features.keys.filter { self.routes[$0] == nil }
      precondition(missing.isEmpty, "The app \(name) shares the state of \(missing), and has no such routes.")
    }
  }

  /// Whether the app's sessions take messages that a client of a session of another app sends.
  ///
  /// - Parameter app: nil: any app, for a sender that is trusted.
  package func acceptsMessages(from app: String?) -> Bool {
    guard let app else { return true }
    return app == name || acceptsMessagesFrom.contains(app)
  }

  /// The tree that a session begins with.
  public func start() throws(Refused) -> Tree {
    var lastID = 0
    let container = try makeContainer(root, id: "root", depth: 1) {
      lastID += 1
      return "a\(lastID)"
    }
    return Tree(root: container, data: data)
  }

  /// The tree of a session that begins with a navigation that the client gives.
  public func start(navigation: JSONValue) throws(Refused) -> Tree {
    var restoration = Restoration(app: self)
    return Tree(root: try restoration.restore(navigation, as: root, id: nil, depth: 1), data: data)
  }

  /// How many containers may lie inside each other.
  package static let maximumDepth = 256

  func route(named name: String) throws(Refused) -> Route {
    guard let route = routes[name] else {
      throw .invalid(
        "unknown-route", "`\(self.name)` has no route \"\(name)\"; it has \(Self.list(Array(routes.keys).sorted())).",
        at: "route")
    }
    return route
  }

  /// A fresh screen of a route, with what its content starts with.
  func makeScreen(_ route: Route, params: JSONObject?, depth: Int, makeID: () -> String) throws(Refused) -> Screen {
    let params = try route.fullParams(params)
    let id = makeID()
    return Screen(
      id: id, route: route.name, params: params, state: route.initialState(params),
      content: try route.content.map { definition throws(Refused) in
        try makeContainer(definition, id: makeID(), depth: depth + 1, makeID: makeID)
      })
  }

  func makeContainer(
    _ definition: ContainerDefinition, id: Container.ID, depth: Int, makeID: () -> String
  ) throws(Refused) -> Container {
    try Self.checkDepth(depth)
    var screens: [Screen] = []
    for name in definition.startingRoutes {
      screens.append(try makeScreen(try route(named: name), params: nil, depth: depth, makeID: makeID))
    }
    var container = Container(id: id, kind: definition.kind, screens: screens)
    if definition.kind != .stack {
      container.focus.selected = definition.initialIndex(in: screens)
      container.focus.isOpen = definition.kind == .drawer && definition.isOpen
      container.focus.history = definition.history(screens, focus: container.focus, former: [])
    }
    return container
  }

  static func checkDepth(_ depth: Int) throws(Refused) {
    guard depth <= maximumDepth else {
      throw .forbidden("too-deep", "Containers may lie \(maximumDepth) deep inside each other; this would be deeper.")
    }
  }

  /// What the container is defined as: the root's definition, or that of the screen's route that holds it.
  func definition(of container: Container.ID, in tree: Tree) -> ContainerDefinition {
    guard container != tree.root.id, let screen = tree.screen(whoseContentIs: container) else { return root }
    return routes[screen.route]?.content ?? root
  }

  /// Names for a message: so many that one can choose, not so many that one cannot read.
  static func list(_ names: [String]) -> String {
    guard !names.isEmpty else { return "none" }
    let shown = names.prefix(20).map { "\"\($0)\"" }.joined(separator: ", ")
    return names.count > 20 ? "\(shown) and \(names.count - 20) more" : shown
  }
}
