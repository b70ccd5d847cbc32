/// An upper bound of the cost of matching a URL against the links of an app.
///
/// Counted in steps: a word of 64 pattern positions per character of the URL, a comparison of a link's segment with the
/// URL's, or a lookup of a param. `Links.destination(of:steps:)` counts the actual steps.
package struct LinkCost: Sendable, Equatable {
  /// The steps of the patterns in parentheses.
  package let patterns: Int
  /// The steps of the links' segments and of the params of their routes.
  package let segments: Int

  package var steps: Int { patterns + segments }

  /// The greatest cost of an app that can be defined: less than five milliseconds.
  package static let maximum = 400_000

  init(_ table: LinkTable) {
    patterns = table.automaton.width * App.longestURL
    let costs = table.links.map(Self.cost)
    let sum = { (links: [Int]) in links.reduce(0) { $0 + costs[$1] } }
    let (byLiteral, others) = table.groups
    // A path has one first segment, so only one of the literals counts.
    segments = sum(others) + (byLiteral.map(sum).max() ?? 0)
  }

  /// A lower bound that is known before the link table is built, which takes time in proportion.
  package static func leastSteps(of routes: [Route]) -> Int {
    var known: Set<SegmentPattern.Node> = []
    let patterns = routes.compactMap(\.path).flatMap(\.segmentPatterns).filter { known.insert($0.unbounded).inserted }
    return patterns.reduce(0) { $0 + $1.size } / 64 * App.longestURL
  }

  private static func cost(_ link: LinkTable.Link) -> Int {
    let variable = link.segments.count - link.fixedCount
    // The possible ends of the link are computed for each place of the path; then segments are assigned from the front.
    let matching = link.fixedCount + variable * 2 * (LinkAddress.maximumSegments + 1)
    return matching + link.valueSteps
  }
}

extension LinkTable.Link {
  /// The steps of checking the values of a URL against the params.
  var valueSteps: Int { 8 + segments.count + 2 * params.count }
}
