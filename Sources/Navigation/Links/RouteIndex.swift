/// The paths from the root to each route: the container that accepts it, and the screens that lead there.
///
/// Computed once from the definition. The shortest path counts, and of equal ones the first defined.
struct RouteIndex: Sendable {
  /// The containers, nearest to the root first.
  private var containers: [ContainerEntry] = [ContainerEntry(holder: nil, around: 0, depth: 1)]
  /// The container of each route.
  private var takers: [String: Int] = [:]
  /// The number of containers that list a route, and of those that take any.
  private var listings: [String: Int] = [:]
  private var takersOfAny = 0

  private struct ContainerEntry {
    /// The route whose screens hold the container; nil for the root.
    let holder: String?
    /// The container of the holder, or the one over which the holder is presented.
    let around: Int
    /// The nesting depth of the container, counted from 1.
    let depth: Int
    var isStack = true
  }

  init(root: ContainerDefinition, routes: [Route]) {
    let known = Dictionary(routes.map { ($0.name, $0) }, uniquingKeysWith: { _, last in last })
    var reached: Set<String> = []
    var remaining = routes.reduce(0) { $0 + ($1.isPresented ? 0 : 1) }
    var next = 0
    while next < containers.count {
      let definition = containers[next].holder.flatMap { known[$0]?.content } ?? root
      containers[next].isStack = definition.kind == .stack
      if definition.routes == nil { takersOfAny += 1 }
      for route in definition.routes ?? [] { listings[route, default: 0] += 1 }
      // Without routes left a container needs no search: containers times routes can be many.
      let taken = remaining == 0 ? [] : definition.routes?.compactMap { known[$0] } ?? routes
      for route in taken where !route.isPresented && takers[route.name] == nil {
        takers[route.name] = next
        remaining -= 1
        reach(route, in: next, &reached)
      }
      // Presented screens are in no list: they are reached from everywhere, as if presented over the root.
      if next == 0 { for route in routes where route.isPresented { reach(route, in: 0, &reached) } }
      next += 1
    }
  }

  private mutating func reach(_ route: Route, in container: Int, _ reached: inout Set<String>) {
    guard route.content != nil, reached.insert(route.name).inserted else { return }
    containers.append(ContainerEntry(holder: route.name, around: container, depth: containers[container].depth + 1))
  }

  /// The routes whose screens hold the containers on the path, the outermost first. Empty when the root accepts the
  /// route; nil when no reachable container does.
  func holders(to route: String) -> [String]? {
    guard var container = takers[route] else { return nil }
    var holders: [String] = []
    while let holder = containers[container].holder {
      holders.append(holder)
      container = containers[container].around
    }
    return holders.reversed()
  }
}

extension RouteIndex {
  /// The nesting depth of the container of a route; nil when no reachable container accepts it.
  func depth(of route: String) -> Int? { takers[route].map { containers[$0].depth } }

  /// Whether the definitions of several reachable containers take a route.
  func isTakenBySeveral(_ route: String) -> Bool { (listings[route] ?? 0) + takersOfAny > 1 }

  /// Whether a container takes a link to a route. A stack that takes any route does not take those that have their place
  /// beside others, such as tabs.
  func takes(_ route: String, _ definition: ContainerDefinition) -> Bool {
    definition.routes?.contains(route) ?? takers[route].map { containers[$0].isStack } ?? false
  }
}
