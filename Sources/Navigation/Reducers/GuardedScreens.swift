import JSON

/// The screens whose guards an action asks, outer first: those that it brings to the front, those whose params it changes,
/// and those that it makes.
struct GuardedScreens {
  private(set) var entries: [ScreenChanges.Entry] = []

  /// - Parameters:
  ///   - action: The action, which is performed.
  ///   - changes: The screens that it has made and kept.
  ///   - edits: All its steps.
  ///   - former: The tree before it.
  init(
    of action: NavigationAction, _ changes: ScreenChanges, _ edits: ArraySlice<Edit>, from former: Tree, to tree: Tree,
    in app: App
  ) {
    let destination = action.goal.flatMap { app.route(of: $0) }
    if !action.goesBack, !edits.onlyInsert {
      let made = Set(changes.entering.map(\.id))
      entries = Self.atTheFront(by: action, to: destination, from: former, to: tree).filter { !made.contains($0.id) }
      for id in Self.changed(by: edits) + changes.kept where !made.contains(id) {
        guard let screen = tree.screen(id), let before = former.screen(id), before.params != screen.params,
          !entries.contains(where: { $0.id == id })
        else { continue }
        entries.append(ScreenChanges.Entry(screen))
      }
    }
    entries += changes.entering(on: destination, in: tree)
  }

  /// Whether some of the screens may have guards. Finding them takes a copy of the tree before the action.
  static func canHaveGuards(
    _ action: NavigationAction, _ changes: ScreenChanges, _ edits: ArraySlice<Edit>, in tree: Tree, of app: App
  ) -> Bool {
    if changes.entering.contains(where: { app.guardedRoutes.contains($0.route) }) { return true }
    if action.goesBack || edits.onlyInsert { return false }
    return !changes.kept.isEmpty || edits.contains { if case .params = $0 { true } else { false } }
      || tree.focusedScreens.contains { app.guardedRoutes.contains($0.route) }
  }

  /// The existing screens that an action has brought to the front: those that it names, and those around a change of its.
  private static func atTheFront(
    by action: NavigationAction, to destination: String?, from former: Tree, to tree: Tree
  ) -> [ScreenChanges.Entry] {
    let before = Set(former.focusedScreens.map(\.id))
    let path = tree.focusPath
    let screens = tree.focusedScreens
    // The content of a screen that comes to the front stays as it is, unless the action leads to it.
    let last = screens.indices.last { index in
      action.names(screens[index]) || screens[index].route == destination
        || former.container(path[index])?.focused.id != screens[index].id
    }
    guard let last else { return [] }
    return screens[...last].filter { !before.contains($0.id) && former.screen($0.id) != nil }
      .map { ScreenChanges.Entry($0) }
  }

  /// The screens whose params a step has set.
  private static func changed(by edits: ArraySlice<Edit>) -> [Screen.ID] {
    edits.compactMap { if case .params(let id, _, _) = $0 { id } else { nil } }
  }
}

extension ArraySlice<Edit> {
  /// Whether the only step inserts a screen. What was at the front before is so after it, or beneath the new screen.
  fileprivate var onlyInsert: Bool {
    guard count == 1, case .insert = self[startIndex] else { return false }
    return true
  }
}

extension App {
  /// The route of a destination; nil when no link matches.
  func route(of goal: NavigationAction.Goal) -> String? {
    switch goal {
    case .url(let url): links.destination(of: url)?.route
    case .route(let destination): destination.route
    }
  }
}

extension NavigationAction {
  fileprivate var goal: Goal? { if case .route(let goal, _) = self { goal } else { nil } }

  /// Whether the action leads back to what was there, so that it asks no guard of an existing screen.
  fileprivate var goesBack: Bool {
    switch self {
    case .pop, .popToRoot, .popTo(_, params: nil, _, _), .goBack, .remove, .dismiss, .dismissAll, .openDrawer,
      .closeDrawer, .toggleDrawer:
      true
    default: false
    }
  }

  /// Whether the action leads to a screen that exists.
  fileprivate func names(_ screen: Screen) -> Bool {
    switch self {
    case .push(let to), .replace(let to), .navigate(let to, _, _), .insert(let to, _), .switchTo(let to),
      .present(let to, _, _):
      to.route == screen.route
    case .popTo(.route(let route), _, _, _), .select(.route(let route), _, _): route == screen.route
    case .popTo(.id(let id), _, _, _), .select(.id(let id), _, _): id == screen.id
    case .reset: true
    default: false
    }
  }
}
