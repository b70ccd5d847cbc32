/// The pattern that a segment of a link has to match: what stands in the parentheses of `:id(\d+)`.
///
/// A description. `PatternAutomaton` holds texts against it.
struct SegmentPattern: Sendable {
  /// As it was written.
  let node: Node
  /// What its automaton matches: the same, or for one set that is repeated between two bounds, any number of it.
  let unbounded: Node
  /// How many characters a text may have beside that.
  let lengths: ClosedRange<Int>
  /// The states of its automaton: the characters in it, each counted as often as a bounded repetition has it.
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
    guard node.size(upTo: Self.maximumSize) < Self.maximumSize else { return nil }
    self.node = node
    // `[a-z]{1,200}` would have 200 states.
    if case .sequence(let nodes) = node, nodes.count == 1,
      case .repeated(.one(let set), let least, let most) = nodes[0],
      (most ?? least) > 1
    {
      unbounded = .repeated(.one(set), least: min(least, 1), most: nil)
      lengths = least...(most ?? .max)
    } else {
      unbounded = node
      lengths = 0...Int.max
    }
    size = unbounded.size(upTo: Self.maximumSize)
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
