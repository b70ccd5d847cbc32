import JSON
import Navigation

extension DefinitionReader {
  /// Reads the pattern of a route's links.
  ///
  /// - Parameter hasAllParams: Whether all params of the route could be read. Otherwise they are not checked.
  mutating func path(_ node: JSONNode, of route: Route, hasAllParams: Bool) -> LinkPattern? {
    guard let text = string(node, "`path`") else { return nil }
    do throws(LinkFaults) {
      let pattern = try LinkPattern(text)
      if hasAllParams {
        for fault in route.faults(of: pattern) { note(fault, at: node.place) }
      }
      if let other = links[pattern.normalized] {
        return fault("\(Suggestions.quoted(other)) has the same path; a link leads to one route.", at: node.place)
      }
      links[pattern.normalized] = route.name
      return pattern
    } catch {
      for detail in error.details { note(detail, at: node.place) }
      return nil
    }
  }

  /// Whether each route with links can be reached, which depends on the whole definition.
  mutating func canFollowLinks(_ app: App) -> Bool {
    let former = faults.count
    for route in routeNames where app.routes[route]?.path != nil {
      guard let obstacle = app.obstacle(toLinksOf: route) else { continue }
      note(obstacle, at: JSONPointer().appending(name: "routes").appending(name: route).appending(name: "path"))
    }
    return faults.count == former
  }

  /// Notes patterns that are too large to be compiled.
  mutating func checkPatterns(of routes: [Route]) {
    let steps = LinkCost.leastSteps(of: routes)
    if isNew, steps > LinkCost.maximum { noteLinkCost("more than \(steps)", steps, of: "patterns in `()`") }
  }

  /// Whether every URL can be matched in a bounded time.
  mutating func canMatchLinks(_ app: App) -> Bool {
    let cost = app.linkCost
    guard isNew, cost.steps > LinkCost.maximum else { return true }
    if cost.patterns > cost.segments {
      noteLinkCost("\(cost.steps)", cost.patterns, of: "patterns in `()`")
    } else {
      noteLinkCost("\(cost.steps)", cost.segments, of: "segments and params")
    }
    return false
  }

  private mutating func noteLinkCost(_ steps: String, _ node: Int, of what: String) {
    note(
      "Matching a link can take \(steps) steps, \(node) of them for the \(what) of all paths; the limit is "
        + "\(LinkCost.maximum). Use fewer or shorter patterns, fewer params with `+`, `*` or `?`, or begin paths with "
        + "different words.",
      at: JSONPointer().appending(name: "routes"))
  }
}
