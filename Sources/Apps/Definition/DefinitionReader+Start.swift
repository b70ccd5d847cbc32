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
    var missing: [String: [String]] = [:]
    for route in routes {
      let params = (route.params ?? []).filter { !$0.isOptional && route.initialParams[$0.name] == nil }
      if !params.isEmpty { missing[route.name] = params.map(\.name) }
    }
    for start in starts {
      guard let params = missing[start.initial] else { continue }
      note(
        "This starts with \(Spelling.quoted(start.initial)), which needs \(Spelling.list(params)): give what is needed "
          + "in the route's `initialParams`, or make it optional with a `?` after the type.", at: start.place)
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
          let round = Spelling.list(Array(way.drop { $0 != step }), separator: " → ")
          note("A screen of \(Spelling.quoted(step)) would never end: it starts with \(round).", at: start.place)
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
