import JSON

/// All links of an app, the most specific first, and of two alike the one that was defined first.
struct Links: Sendable {
  private let table: LinkTable
  /// The patterns, in the order in which they are tried.
  let patterns: [String]
  /// The link of the empty path.
  private let start: LinkTable.Link?

  /// - Precondition: No two patterns are the same, and a pattern names no param that its route does not take.
  init(_ routes: [Route]) {
    let linked = routes.enumerated().compactMap { offset, route in
      route.path.map { (offset: offset, pattern: $0, ranks: $0.ranks, route: route) }
    }
    var patterns: Set<String> = []
    for (_, pattern, _, route) in linked {
      precondition(
        patterns.insert(pattern.normalized).inserted, "two routes have the path \"\(pattern.text)\": links are unique"
      )
      let faults = route.faults(of: pattern)
      precondition(faults.isEmpty, "the path of \"\(route.name)\" does not fit it: \(faults.joined(separator: " "))")
    }
    let sorted = linked.sorted { one, other in
      LinkPattern.isMoreSpecific(one.ranks, than: other.ranks) ?? (one.offset < other.offset)
    }
    table = LinkTable(sorted.map { ($0.pattern, $0.route) })
    self.patterns = sorted.map(\.pattern.text)
    start = table.links.first { $0.segments.isEmpty }
  }

  /// The most steps that a URL takes to be matched.
  var cost: LinkCost { LinkCost(table) }

  /// Where a URL leads: the first route whose pattern is like its path, and which can be opened with what it gives.
  func destination(of url: String) -> NavigationAction.Destination? {
    var steps = 0
    return destination(of: url, steps: &steps)
  }

  /// The same.
  ///
  /// - Parameter steps: Grows by what it has cost, which is never more than `cost` says.
  func destination(of url: String, steps: inout Int) -> NavigationAction.Destination? {
    guard let address = LinkAddress(url) else { return nil }
    let query = LinkQuery(address.query, table)
    let path = address.segments.map(\.string)
    if path.isEmpty, let start { return start.destination(.none, address, query) }
    var matcher = LinkMatcher(table, path: path)
    defer { steps += matcher.steps }
    for index in table.candidates(path) {
      let link = table.links[index]
      guard let shares = matcher.shares(link) else { continue }
      matcher.count(link.valueSteps)
      if let destination = link.destination(shares, address, query) { return destination }
    }
    return nil
  }
}

extension App {
  /// A longer URL is no link: so long may the target of a request be that asks for one.
  static let longestURL = 8_192

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
