import CEL
import JSON

extension App {
  /// The greatest length of a URL in bytes: that of a request target.
  static let longestURL = 8_192

  /// Returns the destination of a URL.
  ///
  /// - Throws: `ActionError` (404) when no link matches.
  func destination(of url: String) throws(ActionError) -> NavigationAction.Destination {
    guard url.utf8.count <= Self.longestURL else {
      throw .invalid(
        "url-too-long", "A URL must have at most \(Self.longestURL) bytes; it has \(url.utf8.count).", at: "url")
    }
    let steps = Links.steps(of: url)
    var (budget, refused) = (EvaluationBudget(steps: steps), ActionError?.none)
    do throws(EvaluationError) {
      if let destination = try links.destination(of: url, &budget, refused: &refused) { return destination }
    } catch {
      throw .invalid(
        "url-too-costly",
        "Matching the URL with the links of `\(name)` takes more than \(steps) steps. Shorten the URL, or use fewer or "
          + "simpler patterns.", at: "url")
    }
    let reason = refused.map { ": \($0.refusal.detail)" } ?? "; it has \(Self.list(links.patterns))."
    throw .absent("no-such-link", "No link of `\(name)` matches \(JSONValue.string(url).excerpt)\(reason)")
  }

  /// The approximate bytes of memory of the links, without the patterns of segments.
  package var linksSize: Int { links.size }

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
      return "The path to it leads through \"\(holder.name)\", which needs `\(missing.name)`, \(missing.expected): "
        + "declare that param for \"\(name)\", too, or set it in the `initialParams` of \"\(holder.name)\"."
    }
    return nil
  }

  /// The routes whose links never match, because those of another route match before, with that route.
  ///
  /// Only patterns of the same form are compared.
  package var shadowedLinks: [(route: String, by: String)] {
    var former: [[String]: [Route]] = [:]
    var shadowed: [(route: String, by: String)] = []
    for route in links.routes {
      guard let form = route.path?.form else { continue }
      if let other = former[form]?.first(where: { $0.coversLinks(of: route) }) {
        shadowed.append((route.name, other.name))
      }
      former[form, default: []].append(route)
    }
    return shadowed
  }
}

extension LinkPattern {
  /// The segments without the names of params.
  fileprivate var form: [String] {
    segments.map { segment in
      if case .param(let name, _) = segment.kind { ":" + segment.text.dropFirst(name.count + 1) } else { segment.text }
    }
  }
}

extension Route {
  /// Whether the links of the route match all URLs that those of another route of the same form match.
  fileprivate func coversLinks(of other: Route) -> Bool {
    guard let path, let otherPath = other.path else { return false }
    let names = zip(path.params, otherPath.params)
    let inPath = Set(path.params)
    let needsQuery = (params ?? []).contains {
      !$0.isOptional && initialParams[$0.name] == nil && !inPath.contains($0.name)
    }
    return !needsQuery
      && names.allSatisfy { name, otherName in
        guard let param = params?.first(where: { $0.name == name }) else { return true }
        let otherParam = other.params?.first { $0.name == otherName }
        return param.schema == nil && (param.type == .string || param.type == otherParam?.type)
      }
  }
}
