/// How one gets from the root to each route: which container takes it, and which screens hold the containers between.
///
/// Looks at the definition alone, once; the shortest way counts, and of two as short the one that is defined first.
struct RouteIndex: Sendable {
  /// Each container, the nearest first.
  private var containers: [Place] = [Place(holder: nil, around: 0, depth: 1)]
  /// The container that a route stands in.
  private var takers: [String: Int] = [:]

  private struct Place {
    /// The route whose screens hold the container; nil: the root.
    let holder: String?
    /// The container that the holder stands in, or is presented over.
    let around: Int
    /// How many containers it takes to get there, itself included.
    let depth: Int
  }

  init(root: ContainerDefinition, routes: [Route]) {
    let known = Dictionary(routes.map { ($0.name, $0) }, uniquingKeysWith: { _, last in last })
    var reached: Set<String> = []
    var open = routes.reduce(0) { $0 + ($1.isPresented ? 0 : 1) }
    var next = 0
    while next < containers.count {
      let definition = containers[next].holder.flatMap { known[$0]?.content } ?? root
      let taken = open == 0 ? [] : definition.routes?.compactMap { known[$0] } ?? routes
      for route in taken where !route.isPresented && takers[route.name] == nil {
        takers[route.name] = next
        open -= 1
        reach(route, in: next, &reached)
      }
      // What is presented stands in no list: one gets there from wherever one is, as if it lay over the root.
      if next == 0 { for route in routes where route.isPresented { reach(route, in: 0, &reached) } }
      next += 1
    }
  }

  private mutating func reach(_ route: Route, in container: Int, _ reached: inout Set<String>) {
    guard route.content != nil, reached.insert(route.name).inserted else { return }
    containers.append(Place(holder: route.name, around: container, depth: containers[container].depth + 1))
  }

  /// The routes whose screens hold the containers on the way, the outermost first; empty when the root takes it, nil
  /// when no container that can be reached does.
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
  /// How many containers lie around a screen of the route; nil when none that can be reached takes it.
  func depth(of route: String) -> Int? { takers[route].map { containers[$0].depth } }
}

extension Route {
  /// Whether a link to it may hold a param of a screen on the way.
  fileprivate func gives(_ param: Param) -> Bool {
    guard let params else { return path?.params.contains(param.name) == true && param.type == .string }
    return params.contains { $0.name == param.name && $0.type == param.type }
  }

  var isPresented: Bool {
    if case .present = presentation { true } else { false }
  }
}

extension App {
  /// Why no link could ever lead to a route; nil when one can.
  package func obstacle(toLinksOf name: String) -> String? {
    guard let route = routes[name], !route.isPresented else { return nil }
    guard let depth = routeIndex.depth(of: name) else {
      return "No container that can be reached from the root takes \"\(name)\", so that no link can lead there."
    }
    // Deeper links are refused when they are followed; to look at all of a way of thousands for each route takes
    // minutes.
    guard depth <= Self.maximumDepth, let holders = routeIndex.holders(to: name) else { return nil }
    for holder in holders.compactMap({ routes[$0] }) {
      let missing = (holder.params ?? []).first { param in
        !param.isOptional && holder.initialParams[param.name] == nil
          && !route.gives(param)
      }
      guard let missing else { continue }
      return "The way there leads through \"\(holder.name)\", which needs `\(missing.name)`, \(missing.type.article): "
        + "let \"\(name)\" have that param, too, or give it in the `initialParams` of \"\(holder.name)\"."
    }
    return nil
  }
}
