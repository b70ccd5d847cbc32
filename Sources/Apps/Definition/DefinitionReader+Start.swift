import JSON
import Navigation

/// What a container of the definition starts with.
struct Start {
  /// The route of each screen, and where the definition says so.
  let screens: [(route: String, place: JSONPointer)]
  /// The container.
  let place: JSONPointer
  /// The route whose screens hold the container; nil: the root.
  let holder: String?
}

extension DefinitionReader {
  /// So many screens one action may make: tabs in tabs multiply.
  private static let maximumScreens = 1_000

  /// Notes containers that could not start: with a screen that needs params, with one that never ends, or with so many
  /// that nobody can have meant them.
  mutating func checkStarts(_ routes: [Route]) {
    var missing: [String: [String]] = [:]
    for route in routes {
      let params = (route.params ?? []).filter { !$0.isOptional && route.initialParams[$0.name] == nil }
      if !params.isEmpty { missing[route.name] = params.map(\.name) }
    }
    for (route, place) in starts.lazy.flatMap(\.screens) {
      guard let params = missing[route] else { continue }
      note(
        "This starts with \(Suggestions.quoted(route)), which needs \(Suggestions.list(params)): give what is needed "
          + "in the route's `initialParams`, or make it optional with a `?` after the type.", at: place)
    }
    checkEnds(countScreens())
  }

  /// How many screens come with one of each route, itself included. Counted from the innermost out, without recursion:
  /// a definition can nest deeper than a thread's stack. What never ends is left out.
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

  /// The screens that a container starts with and all they hold. Too many are noted and count as none, so that what
  /// lies around is not blamed, too.
  private mutating func screens(of start: Start, _ counts: [String: Int]) -> Int {
    let count = start.screens.reduce(0) { $0 + (counts[$1.route] ?? 0) }
    guard count > Self.maximumScreens else { return count }
    note(
      "This would start with \(count) screens, those within its screens included; \(Self.maximumScreens) are allowed. "
        + "Let some of it be opened later, by a stack.", at: start.place)
    return 0
  }

  /// Follows what starts with what, where it does not end; a round is noted once, where it is first met.
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
          note("A screen of \(Suggestions.quoted(step)) would never end: it starts with \(round).", at: start.place)
          break
        }
        step = start.route
      }
      ending.formUnion(way)
    }
  }

  /// Whether a session of the app can begin, which no single part of the definition may tell.
  mutating func canStart(_ app: App) -> Bool {
    do throws(Refused) {
      _ = try app.start()
      return true
    } catch {
      note("A session could not start: \(error.refusal.detail)", at: JSONPointer().appending(name: "root"))
      return false
    }
  }
}
