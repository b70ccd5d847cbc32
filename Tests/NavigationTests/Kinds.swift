import JSON

@testable import Navigation

extension App {
  /// Returns an app with the routes `a` (which holds a stack), `b`, `c` (identified by `id`) and `d` in a root of the
  /// kind.
  static func four(
    _ kind: Container.Kind, initial: String = "b", backBehavior: ContainerDefinition.BackBehavior = .firstRoute,
    reselect: ContainerDefinition.Reselect = .none, isOpen: Bool = false
  ) -> App {
    App(
      "four", version: 1,
      root: ContainerDefinition(
        kind: kind, routes: ["a", "b", "c", "d"], initial: initial, backBehavior: backBehavior, reselect: reselect,
        isOpen: isOpen),
      routes: [
        Route("a", content: ContainerDefinition(kind: .stack, routes: ["step"], initial: "step")),
        Route("b", initialParams: ["n": 1]), Route("c", identity: .param("id")), Route("d"), Route("step"),
        Route("note", presentation: .present(.alert)), Route("typed", params: [Param("n", .integer)]),
        Route("more", destinations: ["note"], content: ContainerDefinition(kind: .stack, initial: "step")),
      ])
  }

  /// An app with containers of every kind within each other, and with routes to present.
  static let everything = App(
    "everything", version: 1,
    root: ContainerDefinition(
      kind: .tabs, routes: ["home", "drawer", "switch", "user"], initial: "drawer", backBehavior: .fullHistory,
      reselect: .popToRoot),
    routes: [
      Route("home", content: ContainerDefinition(kind: .stack, initial: "item")),
      Route(
        "drawer",
        content: ContainerDefinition(
          kind: .drawer, routes: ["pages", "flow", "item"], initial: "flow", backBehavior: .history, isOpen: true)),
      Route(
        "pages",
        content: ContainerDefinition(
          kind: .pages, routes: ["item", "user", "step"], initial: "user", reselect: .output)),
      Route("switch", content: ContainerDefinition(kind: .switch, routes: ["item", "flow", "pages"], initial: "item")),
      Route("flow", content: ContainerDefinition(kind: .stack, routes: ["step", "flow", "item"], initial: "step")),
      Route("user", identity: .param("id"), path: "/users/:id"), Route("item", path: "/items/:n"),
      Route("step", presentation: .select), Route("note", presentation: .present(.alert), path: "/note"),
      Route("single", identity: .single, path: "/single"),
      Route("page", initialParams: ["n": 1], presentation: .switch),
      Route("narrow", destinations: ["item"]), Route("typed", params: [Param("id", .string)]),
    ])
}

extension Journey {
  init(_ app: App, navigation: JSONValue) throws {
    self.app = app
    draft = Draft(try app.start(navigation: navigation))
  }

  /// The selected route of the root, the routes of its history, and whether it is open: `b via a b open`.
  var focus: String {
    let names = Dictionary(uniqueKeysWithValues: tree.root.screens.map { ($0.id, $0.route) })
    let history = tree.root.focus.history.map { names[$0.screen] ?? "?" }
    let via = history.isEmpty ? [] : ["via"] + history
    return ([tree.root.selectedScreen.route] + via + (tree.root.focus.isOpen ? ["open"] : [])).joined(separator: " ")
  }
}
