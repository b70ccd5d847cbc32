import CEL
import JSON

/// All links of an app, ordered from specific to general, and by definition among equals.
struct Links: Sendable {
  private let table: LinkTable
  /// The patterns in the order in which they are tried.
  let patterns: [String]
  /// The link of the empty path.
  private let start: LinkTable.Link?

  /// - Precondition: All patterns differ, and each names only params of its route.
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

  /// The routes with links in the order in which they are tried.
  var routes: [Route] { table.links.map(\.route) }

  /// The approximate bytes of memory, without the patterns of segments.
  var size: Int { 2_048 * table.links.count }

  /// The steps that matching a URL may take: for 8 KiB less than 5 ms, and for 1 KiB about a millisecond.
  static func steps(of url: String) -> Int { 5_000 + 4 * url.utf8.count }

  /// The destination of a URL: the first route whose pattern and params match. Nil also when finding it is too costly.
  func destination(of url: String) -> NavigationAction.Destination? {
    var (budget, refused) = (EvaluationBudget(steps: Self.steps(of: url)), ActionError?.none)
    do throws(EvaluationError) { return try destination(of: url, &budget, refused: &refused) } catch { return nil }
  }

  /// The destination of a URL, with the cost of finding it.
  ///
  /// - Parameter refused: Set to the refusal by the first route whose pattern matches and whose params do not.
  func destination(
    of url: String, _ budget: inout EvaluationBudget, refused: inout ActionError?
  ) throws(EvaluationError) -> NavigationAction.Destination? {
    guard let address = LinkAddress(url) else { return nil }
    let query = LinkQuery(address.query, table)
    let path = address.segments.map(\.string)
    if path.isEmpty, let start {
      refused = start.refusal(.none, address)
      return start.destination(.none, address, query)
    }
    var matcher = LinkMatcher(table, path: path, budget)
    defer { budget = matcher.budget }
    for index in table.candidates(path) {
      let link = table.links[index]
      guard let captures = try matcher.captures(link) else { continue }
      try matcher.spend(on: link.params.count)
      if let destination = link.destination(captures, address, query) { return destination }
      refused = refused ?? link.refusal(captures, address)
    }
    return nil
  }
}
