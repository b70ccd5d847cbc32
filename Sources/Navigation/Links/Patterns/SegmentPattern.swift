/// The pattern of a segment, as in the parentheses of `:id(\d+)`.
///
/// A description; `PatternAutomaton` does the matching.
struct SegmentPattern: Sendable {
  /// The parsed expression.
  let node: Node
  /// The expression for the automaton: the same, or for a single set with a bounded repetition an unbounded one.
  let unbounded: Node
  /// The accepted numbers of characters, beside that expression.
  let lengths: ClosedRange<Int>
  /// The number of states of the automaton: the characters, multiplied by bounded repetitions.
  let size: Int

  /// A regular expression.
  indirect enum Node: Sendable, Hashable {
    case one(ScalarSet)
    case sequence([Node])
    case either([Node])
    /// - Parameter most: nil: unbounded.
    case repeated(Node, least: Int, most: Int?)
  }

  /// The greatest number of states. Nested repetitions multiply: `{9}` within `{9}` has 81.
  private static let maximumSize = 1_000

  /// - Returns: nil when it exceeds the greatest size.
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
  /// The number of characters, at most `limit`.
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
