import JSON

/// All links of an app, the most specific first, and of two alike the one that was defined first.
struct Links: Sendable {
  private let routes: [(pattern: LinkPattern, route: Route)]

  /// - Precondition: No two patterns are the same, and a pattern names no param that its route does not take.
  init(_ routes: [Route]) {
    let linked = routes.enumerated().compactMap { offset, route in route.path.map { (offset, $0, route) } }
    var patterns: Set<String> = []
    for (_, pattern, route) in linked {
      precondition(
        patterns.insert(pattern.normalized).inserted, "two routes have the path \"\(pattern.text)\": links are unique"
      )
      let faults = route.faults(of: pattern)
      precondition(faults.isEmpty, "the path of \"\(route.name)\" does not fit it: \(faults.joined(separator: " "))")
    }
    self.routes = linked.sorted { one, other in
      if one.1.isMoreSpecific(than: other.1) { return true }
      return !other.1.isMoreSpecific(than: one.1) && one.0 < other.0
    }.map { (pattern: $0.1, route: $0.2) }
  }

  /// The patterns, in the order in which they are tried.
  var patterns: [String] { routes.map(\.pattern.text) }

  /// Where a URL leads: the first route whose pattern is like its path, and which can be opened with what it gives.
  func destination(of url: String) -> NavigationAction.Destination? {
    guard let address = LinkAddress(url) else { return nil }
    if address.segments.isEmpty, let start = routes.first(where: { $0.pattern.segments.isEmpty }) {
      return start.route.destination([:], address.query)
    }
    for (pattern, route) in routes {
      guard let texts = pattern.match(address.segments) else { continue }
      if let destination = route.destination(texts, address.query) { return destination }
    }
    return nil
  }
}

extension App {
  /// A longer URL is no link: so long may the target of a request be that asks for one.
  private static let longestURL = 8_192

  /// Where a URL leads.
  ///
  /// - Throws: 404 when nothing is like it.
  func destination(of url: String) throws(Refused) -> NavigationAction.Destination {
    guard url.utf8.count <= Self.longestURL else {
      throw .invalid(
        "url-too-long", "A URL has at most \(Self.longestURL) bytes; this has \(url.utf8.count).", at: "url")
    }
    if let destination = links.destination(of: url) { return destination }
    throw .absent(
      "no-such-link",
      "No link of `\(name)` is like \(JSONValue.string(url).excerpt); it has \(Self.list(links.patterns)).")
  }
}
