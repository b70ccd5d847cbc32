import JSON
import Navigation

/// The initial screens of a container in the definition.
struct Start {
  /// The route of each screen, and the place in the definition that names it.
  let screens: [(route: String, place: JSONPointer)]
  /// The place of the container.
  let place: JSONPointer
  /// The route whose screens hold the container; nil for the root.
  let holder: String?
}

extension DefinitionReader {
  /// The greatest number of screens that one action may create. Tabs in tabs multiply.
  private static let maximumScreens = 1_000

  /// Reports containers that cannot start: with required params, with a cycle, or with too many screens.
  mutating func checkStarts(_ routes: [Route]) {
    var missing: [String: [String]] = [:]
    for route in routes {
      let params = (route.params ?? []).filter { !$0.isOptional && route.initialParams[$0.name] == nil }
      if !params.isEmpty { missing[route.name] = params.map(\.name) }
    }
    for (route, place) in starts.lazy.flatMap(\.screens) {
      guard let params = missing[route] else { continue }
      report(
        "This starts with \(Suggestions.quoted(route)), which needs \(Suggestions.list(params)): give what is needed "
          + "in the route's `initialParams`, or make it optional with a `?` after the type.", at: place)
    }
    checkEnds(countScreens())
  }

  /// The number of screens created with one of each route, itself included. Counted from the innermost out, without
  /// recursion, because a definition can be nested deeper than a thread's stack. Cycles are left out.
  private mutating func countScreens() -> [String: Int] {
    let known = Set(routeNames)
    let contents = Dictionary(starts.compactMap { start in start.holder.map { ($0, start) } }) { first, _ in first }
    var counts: [String: Int] = [:]
    var open: [String: Int] = [:]
    var holders: [String: [String]] = [:]
    for (holder, start) in contents {
      let held = start.screens.filter { known.contains($0.route) }
      open[holder] = held.count
      for screen in held { holders[screen.route, default: []].append(holder) }
    }
    var ready = routeNames.filter { open[$0] ?? 0 == 0 }
    while let route = ready.popLast() {
      counts[route] = 1 + (contents[route].map { screens(of: $0, counts) } ?? 0)
      for holder in holders[route] ?? [] {
        open[holder, default: 0] -= 1
        if open[holder] == 0 { ready.append(holder) }
      }
    }
    if let root = starts.first(where: { $0.holder == nil }) { _ = screens(of: root, counts) }
    return counts
  }

  /// The number of initial screens of a container with all that they hold. Too many are reported and count as 0, so that
  /// the containers around are not reported, too.
  private mutating func screens(of start: Start, _ counts: [String: Int]) -> Int {
    let count = start.screens.reduce(0) { $0 + (counts[$1.route] ?? 0) }
    guard count > Self.maximumScreens else { return count }
    report(
      "This would start with \(count) screens, including nested ones; the limit is \(Self.maximumScreens). "
        + "Open some of them later, by a stack.", at: start.place)
    return 0
  }

  /// Finds cycles of initial screens. Each is reported once, at the first container on it.
  private mutating func checkEnds(_ counts: [String: Int]) {
    var next: [String: (route: String, place: JSONPointer)] = [:]
    let known = Set(routeNames)
    for start in starts {
      guard let holder = start.holder, counts[holder] == nil else { continue }
      next[holder] = start.screens.first { known.contains($0.route) && counts[$0.route] == nil }
    }
    var ending: Set<String> = []
    for name in routeNames {
      var way: [String] = []
      var onWay: Set<String> = []
      var step = name
      while let start = next[step], !ending.contains(step) {
        way.append(step)
        guard onWay.insert(step).inserted else {
          let round = Suggestions.list(Array(way.drop { $0 != step }), separator: " → ")
          report("A screen of \(Suggestions.quoted(step)) contains itself: it starts with \(round).", at: start.place)
          break
        }
        step = start.route
      }
      ending.formUnion(way)
    }
  }

  /// Whether a session of the app can start, which depends on the whole definition.
  mutating func canStart(_ app: App) -> Bool {
    do throws(ActionError) {
      _ = try app.start()
      return true
    } catch {
      report("A session could not start: \(error.refusal.explanation)", at: JSONPointer().appending(name: "root"))
      return false
    }
  }
}
