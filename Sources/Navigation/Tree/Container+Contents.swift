extension Tree {
  /// The routes of all screens.
  package var routes: Set<String> {
    var routes: Set<String> = []
    root.forEachScreen { routes.insert($0.route) }
    return routes
  }
}

extension Container {
  /// Calls `body` with each screen of the container and of the containers in it.
  package func forEachScreen(_ body: (Screen) -> Void) {
    for screen in screens { screen.forEachScreen(body) }
    for presented in presented { presented.screen.forEachScreen(body) }
  }

  /// The ids of the container and of all screens and containers in it, each with its kind.
  var namedIDs: Set<String> {
    var ids: Set<String> = []
    forEachID { ids.insert($0 + $1) }
    return ids
  }

  var idCount: Int {
    var count = 0
    forEachID { _, _ in count += 1 }
    return count
  }

  private func forEachID(_ body: (_ kind: String, _ id: String) -> Void) {
    body("container ", id)
    for screen in screens + presented.map(\.screen) {
      body("screen ", screen.id)
      screen.content?.forEachID(body)
    }
  }

  /// The ids of the container and of all containers and screens in it.
  var allIDs: Set<String> {
    var ids: Set<String> = []
    forEachID { ids.insert($1) }
    return ids
  }

  /// Corrects the selection after screens were removed.
  mutating func refocus(from former: Container) {
    guard kind != .stack, screens.count < former.screens.count else { return }
    let kept = Set(screens.map(\.id))
    for screen in former.screens where !kept.contains(screen.id) {
      focus.history = focus.history.removing(screen.id, from: former.screens)
    }
    let previous = [former.selectedScreen.id] + focus.history.reversed().map(\.screen)
    let index = previous.lazy.compactMap { [screens] id in screens.firstIndex { $0.id == id } }.first
    let neighbour = former.screens[..<former.selected].count { kept.contains($0.id) }
    focus.selected = index ?? min(neighbour, screens.count - 1)
  }

  /// Gives the states of all screens the types of their routes.
  mutating func fitStates(to app: App) throws(ActionError) {
    for position in positions { try self[position].fitStates(to: app) }
  }
}

extension Screen {
  /// Calls `body` with the screen and with each screen in its content.
  func forEachScreen(_ body: (Screen) -> Void) {
    body(self)
    content?.forEachScreen(body)
  }
}
