import JSON
import Synchronization

/// The links to the screens of an app: for each screen the one that leads to its route with its params.
///
/// A link is exact: a session that begins with it begins at such a screen, and with the same routes and params on the path
/// to it. That a link matches its route, and the params on the path, are checked for each screen. The path is found once
/// for each route, or for each set of params if the screens on the path take some of them.
final class LinkURLs: Sendable {
  private let templates: [String: LinkTemplate]
  private let state = Mutex(State())

  private struct State {
    /// The routes of the screens around the destination, outer first; nil: the link does not lead there.
    var paths: [String: [String]?] = [:]
    var dependences: [String: Dependence] = [:]
    /// The last link of each route.
    var checked: [String: Checked] = [:]
  }

  /// A link that was followed.
  private struct Checked {
    let url: String
    let params: JSONObject
    /// nil: the link leads elsewhere.
    let destination: NavigationAction.Destination?
  }

  /// The part of a link that decides whether its route can be opened.
  private enum Dependence {
    case route, names, values
  }

  /// The maximum number of results that are kept. Clients choose the names of undeclared params.
  private static let maximumKept = 1_024
  /// The bytes of the longest link that is kept.
  private static let longestKept = 1_024

  init(_ routes: [Route]) {
    templates = Dictionary(
      routes.compactMap { route in LinkTemplate(route).map { (route.name, $0) } }, uniquingKeysWith: { _, last in last }
    )
  }

  /// Whether no route has a path.
  var isEmpty: Bool { templates.isEmpty }

  /// Returns the link that leads to the current screen; nil when there is none.
  func url(ofCurrentIn tree: borrowing Tree, of app: App) -> String? {
    let screen = tree.current
    guard let url = templates[screen.route]?.link(screen.params),
      let destination = destination(of: url, for: screen, in: app),
      let path = path(to: screen, destination, url, in: app)
    else { return nil }
    let around = tree.focusedScreens.dropLast()
    guard around.map(\.route) == path else { return nil }
    if around.isEmpty { return url }
    let holders = Set(app.routeIndex.holders(to: screen.route) ?? [])
    for outer in around {
      guard let route = app.routes[outer.route] else { return nil }
      var params = route.initialParams
      if holders.contains(outer.route), let given = destination.params { params.merge(route.shared(given)) }
      if outer.params != params { return nil }
    }
    return url
  }

  /// The destination of a link; nil when that has another route or other params than the screen. Most screens of a route
  /// have the link of the one before.
  private func destination(of url: String, for screen: Screen, in app: App) -> NavigationAction.Destination? {
    if let last = state.withLock({ $0.checked[screen.route] }), last.url == url, last.params == screen.params {
      return last.destination
    }
    var destination = app.links.destination(of: url)
    if let found = destination {
      let isSame = found.route == screen.route && app.routes[found.route]?.fullParams(of: found) == screen.params
      if !isSame { destination = nil }
    }
    let checked = Checked(url: url, params: screen.params, destination: destination)
    if url.utf8.count <= Self.longestKept { state.withLock { $0.checked[screen.route] = checked } }
    return destination
  }

  /// The routes of the screens around the destination of a link; nil when a session cannot begin with it.
  private func path(
    to screen: Screen, _ destination: NavigationAction.Destination, _ url: String, in app: App
  ) -> [String]? {
    let dependence = dependence(of: destination.route, in: app)
    guard let key = Self.key(of: destination, dependence) else { return screen.path(of: app, at: url) }
    if let known = state.withLock({ $0.paths[key] }) { return known }
    // Without the lock, since it begins a session; two threads that find the same path store the same result.
    let path = screen.path(of: app, at: url)
    state.withLock { state in
      if state.paths.count >= Self.maximumKept { state.paths = [:] }
      state.paths[key] = .some(path)
    }
    return path
  }

  private static func key(of destination: NavigationAction.Destination, _ dependence: Dependence) -> String? {
    switch dependence {
    case .values: return nil
    case .route: return destination.params?.isEmpty ?? true ? destination.route : destination.route + "?"
    case .names:
      // Quoted, since a client can give an undeclared param any name.
      let names = (destination.params ?? [:]).map { "\(JSONValue.string($0.name).text)\n\($0.value.kind)" }.sorted()
      return "\(destination.route)?\(names.joined(separator: "\n"))"
    }
  }

  private func dependence(of route: String, in app: App) -> Dependence {
    if let known = state.withLock({ $0.dependences[route] }) { return known }
    let dependence = Self.dependence(of: route, in: app)
    state.withLock { $0.dependences[route] = dependence }
    return dependence
  }

  private static func dependence(of name: String, in app: App) -> Dependence {
    guard let route = app.routes[name] else { return .values }
    let holders = (app.routeIndex.holders(to: name) ?? []).compactMap { app.routes[$0] }
    // A presented screen may be one of those that are there, according to the value of its identity.
    if ([route] + holders).contains(where: { $0.isPresented && $0.identity != nil }) { return .values }
    return holders.contains { $0.params != nil } ? .names : .route
  }
}

extension Route {
  /// The params of a screen at a destination; nil when they are invalid.
  fileprivate func fullParams(of destination: NavigationAction.Destination) -> JSONObject? {
    do throws(ActionError) { return try fullParams(destination.params) } catch { return nil }
  }
}

extension Screen {
  /// The routes around the current screen of a session that begins at the link; nil when that has another route or other
  /// params.
  fileprivate func path(of app: App, at url: String) -> [String]? {
    do throws(ActionError) {
      let tree = try app.start(url: url)
      guard tree.current.route == route, tree.current.params == params else { return nil }
      return tree.focusedScreens.dropLast().map(\.route)
    } catch {
      return nil
    }
  }
}

extension App {
  /// Returns the link that leads to the current screen; nil when there is none.
  package func url(ofCurrentIn tree: borrowing Tree) -> String? {
    linkURLs.isEmpty ? nil : linkURLs.url(ofCurrentIn: tree, of: self)
  }
}
