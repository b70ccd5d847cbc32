import JSON
import Navigation

/// What a container of the definition starts with.
struct Start {
  let initial: String
  /// Where the definition says so: `initial`, or the container that leaves it out.
  let place: JSONPointer
  /// The route whose screens hold the container; nil: the root.
  let holder: String?
}

extension DefinitionReader {
  /// Notes containers that could not start: with a screen that needs params, or with one that never ends.
  mutating func checkStarts(_ routes: [Route]) {
    let routes = Dictionary(routes.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for start in starts {
      guard let route = routes[start.initial] else { continue }
      for param in route.params ?? [] where !param.isOptional && route.initialParams[param.name] == nil {
        note(
          "This starts with \"\(route.name)\", which needs the param `\(param.name)`: give it in the route's "
            + "`initialParams`, or make it optional (`\(param.type.rawValue)?`).", at: start.place)
      }
    }
    checkEnds()
  }

  /// Follows what starts with what; a round is noted once, where it is first met.
  private mutating func checkEnds() {
    var next: [String: Start] = [:]
    for start in starts { if let holder = start.holder { next[holder] = start } }
    var ending: Set<String> = []
    for name in routeNames {
      var way: [String] = []
      var onWay: Set<String> = []
      var step = name
      while let start = next[step], !ending.contains(step) {
        way.append(step)
        guard onWay.insert(step).inserted else {
          let round = way[(way.firstIndex(of: step) ?? 0)...].map { "\"\($0)\"" }.joined(separator: " → ")
          note("A screen of \"\(step)\" would never end: its content starts with itself, \(round).", at: start.place)
          break
        }
        step = start.initial
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
