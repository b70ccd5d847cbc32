/// The pattern that a segment of a link has to match: what stands in the parentheses of `:id(\d+)`.
///
/// A description. `PatternAutomaton` holds texts against it.
struct SegmentPattern: Sendable {
  let node: Node
  /// The number of characters in it, each counted as often as a bounded repetition has it: the states of its automaton.
  let size: Int

  /// A regular expression.
  indirect enum Node: Sendable, Hashable {
    case one(ScalarSet)
    case sequence([Node])
    case either([Node])
    /// - Parameter most: nil: unbounded.
    case repeated(Node, least: Int, most: Int?)
  }

  /// The size that no pattern for one segment needs; `{9}` within `{9}` multiplies.
  private static let maximumSize = 1_000

  /// - Returns: nil when it would be too large.
  init?(_ node: Node) {
    size = node.size(upTo: Self.maximumSize)
    guard size < Self.maximumSize else { return nil }
    self.node = node
  }
}

extension SegmentPattern.Node {
  /// The number of characters, or the limit if there are more.
  fileprivate func size(upTo limit: Int) -> Int {
    switch self {
    case .one: 1
    case .sequence(let nodes), .either(let nodes):
      nodes.reduce(0) { min(limit, $0 + $1.size(upTo: limit)) }
    case .repeated(let node, let least, let most):
      min(limit, node.size(upTo: limit) * (most ?? max(least, 1)))
    }
  }
}
