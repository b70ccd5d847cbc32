/// The shortest way from the start of a session to each screen of an app.
///
/// Of the logic of a definition, it knows the openings that it is given. A screen that compiled reducers open can be
/// missing.
package struct ScreenPaths {
  /// An opening of a screen besides those of `destinations`.
  package struct Opening: Sendable, Equatable {
    /// The screen from which it is opened; nil: any.
    package let from: String?
    package let to: String
    /// The cause in words, such as `action "buy"`.
    package let cause: String

    package init(from: String?, to: String, cause: String) {
      self.from = from
      self.to = to
      self.cause = cause
    }
  }

  private let app: App
  private let openings: [String?: [Opening]]
  /// The opening by which each screen was reached first; of initial screens, nil.
  private var reached: [String: Opening?] = [:]
  /// The reached screens in the order of their distance.
  package private(set) var routes: [String] = []

  package init(of app: App, _ openings: [Opening]) {
    self.app = app
    self.openings = Dictionary(grouping: openings, by: \.from)
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
        open(Opening(from: from, to: to, cause: means(to)))
      }
    }
  }

  /// Reaches a screen, and the screens that hold its container.
  private mutating func open(_ opening: Opening) {
    guard let route = app.routes[opening.to] else { return }
    if route.isPresented { return reach(all: [route.name], by: opening) }
    guard let holders = app.routeIndex.holders(to: route.name) else { return }
    for holder in holders {
      reach(all: [holder], by: Opening(from: opening.from, to: holder, cause: opening.cause))
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
    }
  }

  /// The transition to a screen in words.
  private func means(_ to: String) -> String {
    guard let route = app.routes[to] else { return "" }
    if case .present(let style) = route.presentation { return style.rawValue }
    let holder = app.routeIndex.holders(to: to)?.last
    switch (holder.flatMap { app.routes[$0]?.content } ?? app.root).kind {
    case .stack: return "push"
    case .switch: return "switch"
    case .tabs, .drawer, .pages: return "select"
    }
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
