/// The most that any URL can cost to be matched against the links of an app.
///
/// A step is a word of 64 characters of patterns for each character of the URL, a segment of a link that is held
/// against one of the URL, or a param that is looked up. `Links.destination(of:steps:)` counts them.
package struct LinkCost: Sendable, Equatable {
  /// For the patterns in parentheses.
  package let patterns: Int
  /// For the segments of the links and the params of their routes.
  package let segments: Int

  package var steps: Int { patterns + segments }

  /// So many steps an app that is defined may take: less than five milliseconds.
  package static let maximum = 400_000

  init(_ table: LinkTable) {
    patterns = table.automaton.width * App.longestURL
    let costs = table.links.map(Self.cost)
    let sum = { (links: [Int]) in links.reduce(0) { $0 + costs[$1] } }
    let (byLiteral, others) = table.groups
    // A path has one first segment.
    segments = sum(others) + (byLiteral.map(sum).max() ?? 0)
  }

  /// What is known before the links are laid out, which costs in proportion: the steps of the patterns are not fewer.
  package static func leastSteps(of routes: [Route]) -> Int {
    var known: Set<SegmentPattern.Node> = []
    let patterns = routes.compactMap(\.path).flatMap(\.segmentPatterns).filter { known.insert($0.unbounded).inserted }
    return patterns.reduce(0) { $0 + $1.size } / 64 * App.longestURL
  }

  private static func cost(_ link: LinkTable.Link) -> Int {
    let variable = link.segments.count - link.fixedCount
    // Where the link may end is found for each place of the path, and once more the segments are taken from the front.
    let matching = link.fixedCount + variable * 2 * (LinkAddress.maximumSegments + 1)
    return matching + link.valueSteps
  }
}

extension LinkTable.Link {
  /// The steps of holding the values that a URL gives against the params.
  var valueSteps: Int { 8 + segments.count + 2 * params.count }
}

extension App {
  /// The most that a URL can cost to be matched.
  package var linkCost: LinkCost { links.cost }
}
