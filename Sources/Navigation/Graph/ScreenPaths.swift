/// The shortest way from the start of a session to each screen of an app.
///
/// A screen that compiled reducers open can be missing.
package struct ScreenPaths {
  /// An opening of a screen.
  package struct Opening: Sendable, Hashable {
    /// The screen from which it is opened; nil: any.
    package let from: String?
    package let to: String
    package let means: AppGraph.Means
    /// The name of the action or timer, the pattern of the link, the route whose parent or guard it is, or the style.
    var name: String?

    /// The cause in words, such as `action buy`.
    package var cause: String {
      if means == .present, let name { return name }
      guard let name else { return means.rawValue }
      return [.parent, .guard].contains(means) ? "\(means.rawValue) of \(name)" : "\(means.rawValue) \(name)"
    }
  }

  private let app: App
  private let openings: [String?: [Opening]]
  /// The openings by guards, by the guarded route: they are made where that is opened.
  private let detours: [String: [Opening]]
  /// The opening by which each screen was reached first; of initial screens, nil.
  private var reached: [String: Opening?] = [:]
  /// The reached screens in the order of their distance.
  package private(set) var routes: [String] = []

  package init(of app: App) {
    self.app = app
    let names = app.routes.keys.sorted()
    let logic = LogicOpenings(of: app)
    let computed = logic.computed.flatMap { opening in
      names.map { Opening(from: opening.from, to: $0, means: opening.means, name: opening.name) }
    }
    let links = names.flatMap { name in
      guard let route = app.routes[name], let path = route.path else { return [Opening]() }
      let parent = route.parent.map { Opening(from: nil, to: $0.route, means: .parent, name: name) }
      return [Opening(from: nil, to: name, means: .link, name: path.text)] + [parent].compactMap { $0 }
    }
    let all = logic.named + computed + links
    openings = Dictionary(grouping: all.filter { $0.means != .guard }, by: \.from)
    detours = Dictionary(grouping: all.filter { $0.means == .guard }) { $0.from ?? "" }
    reach(all: app.root.startingRoutes, by: nil)
    follow(from: 0)
    // Openings from any screen are the last choice.
    let count = routes.count
    for opening in self.openings[nil] ?? [] { open(opening) }
    follow(from: count)
  }

  /// The openings that lead to a screen, beginning at an initial one; nil when it cannot be reached.
  package func path(to route: String) -> [Opening]? {
    guard var last = reached[route] else { return nil }
    var path: [Opening] = []
    while let opening = last {
      path.append(opening)
      guard let from = opening.from, let before = reached[from] else { break }
      last = before
    }
    return path.reversed()
  }

  private mutating func follow(from first: Int) {
    let all = app.routes.values.map(\.name).sorted()
    var next = first
    var isAllOpen = false
    while next < routes.count {
      let from = routes[next]
      next += 1
      for opening in openings[from] ?? [] { open(opening) }
      let destinations = app.routes[from]?.destinations
      // The first screen without destinations opens all others.
      if destinations == nil, isAllOpen { continue }
      isAllOpen = isAllOpen || destinations == nil
      for to in destinations ?? all where reached[to] == nil {
        open(opening(of: to, from: from))
      }
    }
  }

  /// Reaches a screen, and the screens that hold its container.
  private mutating func open(_ opening: Opening) {
    guard let route = app.routes[opening.to] else { return }
    if route.isPresented { return reach(all: [route.name], by: opening) }
    // A step presents also a screen that no container takes.
    guard let holders = app.routeIndex.holders(to: route.name) ?? (opening.means.isOfLogic ? [] : nil) else { return }
    for holder in holders {
      reach(all: [holder], by: Opening(from: opening.from, to: holder, means: opening.means, name: opening.name))
    }
    reach(all: [route.name], by: opening)
  }

  /// Reaches screens with their initial content.
  private mutating func reach(all names: [String], by opening: Opening?) {
    for name in names where reached[name] == nil {
      reached[name] = .some(opening)
      routes.append(name)
      let content = app.routes[name]?.content?.startingRoutes ?? []
      reach(all: content, by: opening)
      for detour in detours[name] ?? [] {
        open(Opening(from: opening?.from, to: detour.to, means: .guard, name: name))
      }
    }
  }

  /// Whether a session begins with a screen of a route.
  func isInitial(_ route: String) -> Bool { reached[route] == .some(nil) }

  /// The opening of a destination.
  private func opening(of to: String, from: String) -> Opening {
    if case .present(let style)? = app.routes[to]?.presentation {
      return Opening(from: from, to: to, means: .present, name: style.rawValue)
    }
    let holder = app.routeIndex.holders(to: to)?.last
    return Opening(
      from: from, to: to, means: .init(to: (holder.flatMap { app.routes[$0]?.content } ?? app.root).kind))
  }
}

extension App {
  /// Whether no screen can be beneath or beside one of a route: it begins a stack or a switch at the root.
  package func isAlone(_ route: String) -> Bool {
    var container = root
    while container.kind == .stack || container.kind == .switch, container.startingRoutes == [container.initial] {
      if container.initial == route { return routes[route]?.content == nil }
      guard let content = routes[container.initial]?.content else { return false }
      container = content
    }
    return false
  }
}
