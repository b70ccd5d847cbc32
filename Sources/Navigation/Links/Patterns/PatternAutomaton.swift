/// The distinct patterns of all params of an app, compiled for matching.
///
/// Patterns with up to 64 characters together share a block, which costs as much as one of them. A larger pattern has a
/// block of its own.
struct PatternAutomaton: Sendable {
  /// The location of a pattern.
  struct Reference: Sendable {
    let block: Int
    /// The accepting positions.
    let last: PositionSet
    /// Whether the pattern matches the empty text.
    let isNullable: Bool
    /// The accepted numbers of characters.
    var lengths = 0...Int.max

    /// - Parameters:
    ///   - positions: The positions of its block at the end of a non-empty text.
    ///   - length: The number of characters of the text.
    func isReached(_ positions: [UInt64], length: Int) -> Bool {
      lengths.contains(length) && positions.indices.contains { positions[$0] & last.words[$0] != 0 }
    }
  }

  private(set) var blocks: [PatternBlock] = []
  private var references: [SegmentPattern.Node: Reference] = [:]

  init(_ patterns: [SegmentPattern]) {
    var known: Set<SegmentPattern.Node> = []
    var shared: [SegmentPattern] = []
    for pattern in patterns where known.insert(pattern.unbounded).inserted {
      if pattern.size > 64 {
        addBlock([pattern])
      } else {
        if shared.reduce(pattern.size, { $0 + $1.size }) > 64 {
          addBlock(shared)
          shared = []
        }
        shared.append(pattern)
      }
    }
    if !shared.isEmpty { addBlock(shared) }
  }

  /// The greatest number of steps per character of a text.
  var width: Int { blocks.reduce(0) { $0 + $1.width } }

  /// - Precondition: The automaton was created with that pattern.
  func reference(to pattern: SegmentPattern) -> Reference {
    guard var reference = references[pattern.unbounded] else { preconditionFailure("the automaton lacks a pattern") }
    reference.lengths = pattern.lengths
    return reference
  }

  private mutating func addBlock(_ patterns: [SegmentPattern]) {
    let wordCount = max(1, (patterns.reduce(0) { $0 + $1.size } + 63) / 64)
    var graph = PositionGraph(wordCount: wordCount)
    var first = PositionSet(wordCount: wordCount)
    for pattern in patterns {
      let part = graph.add(pattern.unbounded)
      first.formUnion(part.first)
      references[pattern.unbounded] = Reference(block: blocks.count, last: part.last, isNullable: part.isNullable)
    }
    blocks.append(PatternBlock(graph, first: first))
  }
}
