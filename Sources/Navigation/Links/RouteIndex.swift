/// The paths from the root to each route: the container that accepts it, and the screens that lead there.
///
/// Computed once from the definition. The shortest path counts, and of equal ones the first defined.
struct RouteIndex: Sendable {
  /// The containers, nearest to the root first.
  private var containers: [Place] = [Place(holder: nil, around: 0, depth: 1)]
  /// The container of each route.
  private var takers: [String: Int] = [:]

  private struct Place {
    /// The route whose screens hold the container; nil for the root.
    let holder: String?
    /// The container of the holder, or the one over which the holder is presented.
    let around: Int
    /// The nesting depth of the container, counted from 1.
    let depth: Int
  }

  init(root: ContainerDefinition, routes: [Route]) {
    let known = Dictionary(routes.map { ($0.name, $0) }, uniquingKeysWith: { _, last in last })
    var reached: Set<String> = []
    var remaining = routes.reduce(0) { $0 + ($1.isPresented ? 0 : 1) }
    var next = 0
    while next < containers.count {
      let definition = containers[next].holder.flatMap { known[$0]?.content } ?? root
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
    containers.append(Place(holder: route.name, around: container, depth: containers[container].depth + 1))
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
}

extension Route {
  /// Whether a link to this route can contain the param of a screen on the path.
  fileprivate func gives(_ param: Param) -> Bool {
    guard let params else { return path?.params.contains(param.name) == true && param.type == .string }
    return params.contains { $0.name == param.name && $0.type == param.type }
  }

  var isPresented: Bool {
    if case .present = presentation { true } else { false }
  }
}

extension App {
  /// The reason why no link can lead to a route; nil when links can.
  package func obstacle(toLinksOf name: String) -> String? {
    guard let route = routes[name], !route.isPresented else { return nil }
    guard let depth = routeIndex.depth(of: name) else {
      return "No container that can be reached from the root takes \"\(name)\", so no link can lead to it."
    }
    // Deeper links are refused when they are followed. Examining the whole path of thousands for each route would take
    // minutes.
    guard depth <= Self.maximumDepth, let holders = routeIndex.holders(to: name) else { return nil }
    for holder in holders.compactMap({ routes[$0] }) {
      let missing = (holder.params ?? []).first { param in
        !param.isOptional && holder.initialParams[param.name] == nil
          && !route.gives(param)
      }
      guard let missing else { continue }
      return "The path to it leads through \"\(holder.name)\", which needs `\(missing.name)`, \(missing.type.article): "
        + "declare that param for \"\(name)\", too, or set it in the `initialParams` of \"\(holder.name)\"."
    }
    return nil
  }
}
