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
  private let names: [String]
  private let openings: [String?: [Opening]]
  /// The openings by guards, by the guarded route: they are made where that is opened.
  private let detours: [String: [Opening]]
  /// The openings of any route.
  private let computed: [String?: Opening]
  /// The opening by which each screen was reached first; of initial screens, nil.
  private var reached: [String: Opening?] = [:]
  /// The reached screens in the order of their distance.
  package private(set) var routes: [String] = []
  /// Whether a computed opening has opened all routes, so that another one opens none.
  private var isAllOpened = false
  /// The routes of each container, by the route of the screens that hold it.
  private let taken: [String?: [String]]
  /// The containers all of whose routes are opened, by the route of the screens that hold them.
  private var openContainers: Set<String?> = []
  /// Whether all presented routes are opened.
  private var hasOpenedPresented = false

  package init(of app: App) {
    self.app = app
    let names = app.routes.keys.sorted()
    self.names = names
    let accepted = names.filter { app.routeIndex.holders(to: $0) != nil && app.routes[$0]?.isPresented == false }
    taken = Dictionary(grouping: accepted) { app.routeIndex.holders(to: $0)?.last }
    let logic = LogicOpenings(of: app)
    let links = names.flatMap { name in
      guard let route = app.routes[name], let path = route.path else { return [Opening]() }
      let parent = route.parent.map { Opening(from: nil, to: $0.route, means: .parent, name: name) }
      return [Opening(from: nil, to: name, means: .link, name: path.text)] + [parent].compactMap { $0 }
    }
    openings = Dictionary(grouping: logic.named.filter { $0.means != .guard } + links, by: \.from)
    detours = Dictionary(grouping: logic.named.filter { $0.means == .guard }) { $0.from ?? "" }
    computed = Dictionary(logic.computed.map { ($0.from, $0) }) { first, _ in first }
    reach(app.root.startingRoutes, by: nil)
    follow(from: 0)
    // Openings from any screen are the last choice.
    let count = routes.count
    openAll(from: nil)
    for opening in openings[nil] ?? [] { open(opening) }
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
    var next = first
    while next < routes.count {
      let from = routes[next]
      next += 1
      for opening in openings[from] ?? [] { open(opening) }
      openAll(from: from)
      guard let destinations = app.routes[from]?.destinations else {
        openFreely(from: from)
        continue
      }
      open(destinations, from: from)
    }
  }

  private mutating func open(_ destinations: [String], from: String) {
    for to in destinations where reached[to] == nil { open(opening(of: to, from: from)) }
  }

  /// Opens what a screen without destinations can: presented screens, and those of the containers around and in it.
  private mutating func openFreely(from: String) {
    var free = hasOpenedPresented ? [] : names.filter { app.routes[$0]?.isPresented == true }
    hasOpenedPresented = true
    for holder in [nil, from] + (app.routeIndex.holders(to: from) ?? []) where openContainers.insert(holder).inserted {
      free += taken[holder] ?? []
    }
    open(free.sorted(), from: from)
  }

  /// Opens all routes, if a screen of a route, or the app, has a computed opening.
  private mutating func openAll(from route: String?) {
    guard !isAllOpened, let opening = computed[route] else { return }
    isAllOpened = true
    for name in names where reached[name] == nil {
      open(Opening(from: opening.from, to: name, means: opening.means, name: opening.name))
    }
  }

  private mutating func open(_ opening: Opening) { reach(targets(of: opening), by: opening) }

  /// The screen that is opened, after those that hold its container.
  private func targets(of opening: Opening) -> [String] {
    guard let route = app.routes[opening.to] else { return [] }
    if route.isPresented { return [route.name] }
    // A step presents also a screen that no container takes.
    let holders = app.routeIndex.holders(to: route.name) ?? (opening.means.isOfLogic ? [] : nil)
    return holders.map { $0 + [route.name] } ?? []
  }

  /// Reaches screens with their initial content, and what their guards open instead.
  private mutating func reach(_ names: [String], by opening: Opening?) {
    // Not by recursion: guards may lead to each other in a chain as long as the definition.
    var rest = names.reversed().map { (name: $0, opening: opening) }
    while let (name, opening) = rest.popLast() {
      guard reached[name] == nil else { continue }
      reached[name] = .some(opening)
      routes.append(name)
      for detour in (detours[name] ?? []).reversed() {
        let detour = Opening(from: opening?.from, to: detour.to, means: .guard, name: name)
        rest += targets(of: detour).reversed().map { ($0, detour) }
      }
      rest += (app.routes[name]?.content?.startingRoutes ?? []).reversed().map { ($0, opening) }
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
    let container = holder.flatMap { app.routes[$0]?.content } ?? app.root
    return Opening(from: from, to: to, means: .init(to: container.kind))
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
