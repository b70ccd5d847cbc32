import JSON

extension App {
  /// Creates the tree of a new session.
  ///
  /// - Throws: `ActionError` when the initial containers cannot be created, such as for a route with required params.
  public func start() throws(ActionError) -> Tree {
    var lastID = 0
    let container = try makeContainer(root, id: "root", depth: 1) {
      lastID += 1
      return "a\(lastID)"
    }
    return Tree(root: container, data: data, appVersion: version)
  }

  /// Creates the tree of a new session from the navigation that a client sent.
  ///
  /// - Throws: `ActionError` with all faults of the navigation.
  public func start(navigation: JSONValue) throws(ActionError) -> Tree {
    var restoration = Restoration(app: self)
    let container = try restoration.restore(navigation, as: root, id: nil, depth: 1)
    return Tree(root: container, data: data, appVersion: version)
  }

  /// Creates the tree of a session that begins at the destination of a link.
  ///
  /// - Throws: `ActionError` when no link matches, or the destination cannot be opened.
  public func start(url: String) throws(ActionError) -> Tree {
    let destination = try destination(of: url)
    var draft = Draft(try start())
    var navigator = LinkNavigator(app: self, destination: destination, policy: .reset, destinationCheck: .unguarded)
    try navigator.run(&draft)
    return draft.tree
  }

  /// The greatest nesting depth of containers.
  package static let maximumDepth = 256

  /// Creates a screen of a route, with its initial content.
  func makeScreen(_ route: Route, params: JSONObject?, depth: Int, makeID: () -> String) throws(ActionError) -> Screen {
    let params = try route.fullParams(params)
    let id = makeID()
    return Screen(
      id: id, route: route.name, params: params, state: try route.initialState(params),
      content: try route.content.map { definition throws(ActionError) in
        try makeContainer(definition, id: makeID(), depth: depth + 1, makeID: makeID)
      })
  }

  func makeContainer(
    _ definition: ContainerDefinition, id: Container.ID, depth: Int, makeID: () -> String
  ) throws(ActionError) -> Container {
    // A route whose content begins with the route itself would never end.
    try Self.checkDepth(depth)
    var screens: [Screen] = []
    for name in definition.startingRoutes {
      screens.append(try makeScreen(try route(named: name), params: nil, depth: depth, makeID: makeID))
    }
    var container = Container(id: id, kind: definition.kind, screens: screens)
    container.focus.visits = definition.initialVisits(atDepth: depth)
    if definition.kind != .stack {
      container.focus.selected = definition.initialIndex(in: screens)
      container.focus.isOpen = definition.kind == .drawer && definition.isOpen
      container.focus.history = definition.history(screens, focus: container.focus, former: [])
    }
    return container
  }

  static func checkDepth(_ depth: Int) throws(ActionError) {
    guard depth <= maximumDepth else {
      throw .forbidden(
        "too-deep", "Containers can be nested at most \(maximumDepth) deep. Close a screen or container first.")
    }
  }
}
