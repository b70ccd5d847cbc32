import JSON
import Navigation

extension DefinitionReader {
  /// Reads the pattern of a route's links.
  ///
  /// - Parameter hasAllParams: Whether all params of the route could be read. Otherwise they are not checked.
  mutating func path(_ node: JSONNode, of route: Route, hasAllParams: Bool) -> LinkPattern? {
    guard let text = string(node, "`path`") else { return nil }
    do throws(LinkFaults) {
      let pattern = try LinkPattern(text, meter)
      if hasAllParams {
        for fault in route.faults(of: pattern) { report(fault, at: node.place) }
      }
      if let other = links[pattern.normalized] {
        return fault("\(Suggestions.quoted(other)) has the same path; a link leads to one route.", at: node.place)
      }
      links[pattern.normalized] = route.name
      return pattern
    } catch {
      for detail in error.details { report(detail, at: node.place) }
      return nil
    }
  }

  /// Whether each route with links can be reached, which depends on the whole definition.
  mutating func canFollowLinks(_ app: App) -> Bool {
    let former = faults.count
    for route in routeNames where app.routes[route]?.path != nil {
      guard let obstacle = app.obstacle(toLinksOf: route) else { continue }
      report(obstacle, at: JSONPointer().appending(name: "routes").appending(name: route).appending(name: "path"))
    }
    return faults.count == former
  }
}
