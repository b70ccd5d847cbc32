import JSON
import Synchronization

/// The links to the screens of an app: for each screen the one that leads to its route with its params.
///
/// A link is exact: a session that begins with it begins at such a screen. That a link matches its route is checked for
/// each screen. That the route can be opened is tried once for each route, or for each set of params if the screens
/// on the path to it take some of them.
final class LinkURLs: Sendable {
  private let templates: [String: LinkTemplate]
  private let state = Mutex(State())

  private struct State {
    var arrivals: [String: Bool] = [:]
    var dependences: [String: Dependence] = [:]
  }

  /// The part of a link that decides whether its route can be opened.
  private enum Dependence {
    case route, names, values
  }

  /// The maximum number of results that are kept. Clients choose the names of undeclared params.
  private static let maximumKept = 1_024

  init(_ routes: [Route]) {
    templates = Dictionary(
      routes.compactMap { route in LinkTemplate(route).map { (route.name, $0) } }, uniquingKeysWith: { _, last in last }
    )
  }

  /// Whether no route has a path.
  var isEmpty: Bool { templates.isEmpty }

  /// Returns the link that leads to a screen of this route with these params; nil when there is none.
  func url(of screen: Screen, in app: App) -> String? {
    guard let url = templates[screen.route]?.link(screen.params),
      let destination = app.links.destination(of: url), destination.route == screen.route,
      let route = app.routes[screen.route], route.fullParams(of: destination) == screen.params,
      arrives(destination, url, at: screen, in: app)
    else { return nil }
    return url
  }

  private func arrives(
    _ destination: NavigationAction.Destination, _ url: String, at screen: Screen, in app: App
  ) -> Bool {
    let dependence = dependence(of: destination.route, in: app)
    guard let key = Self.key(of: destination, dependence) else { return screen.isStart(of: app, at: url) }
    if let known = state.withLock({ $0.arrivals[key] }) { return known }
    let arrives = screen.isStart(of: app, at: url)
    state.withLock { state in
      if state.arrivals.count >= Self.maximumKept { state.arrivals = [:] }
      state.arrivals[key] = arrives
    }
    return arrives
  }

  private static func key(of destination: NavigationAction.Destination, _ dependence: Dependence) -> String? {
    switch dependence {
    case .values: return nil
    case .route: return destination.params == nil ? destination.route : destination.route + "?"
    case .names:
      let names = (destination.params ?? [:]).map { "\($0.name)\n\($0.value.kind)" }.sorted()
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
    do throws(Refused) { return try fullParams(destination.params) } catch { return nil }
  }
}

extension Screen {
  /// Whether a session that begins at the link begins at a screen with this route and these params.
  fileprivate func isStart(of app: App, at url: String) -> Bool {
    do throws(Refused) {
      let current = try app.start(url: url).current
      return current.route == route && current.params == params
    } catch {
      return false
    }
  }
}

extension App {
  /// Returns the link that leads to the current screen; nil when there is none.
  package func url(ofCurrentIn tree: borrowing Tree) -> String? {
    linkURLs.isEmpty ? nil : linkURLs.url(of: tree.current, in: self)
  }
}
