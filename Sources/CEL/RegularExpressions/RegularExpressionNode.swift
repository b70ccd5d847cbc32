/// A part of a parsed regular expression.
indirect enum RegularExpressionNode {
  case empty
  case set(CharacterClass)
  case assertion(Assertion)
  case sequence([RegularExpressionNode])
  case alternatives([RegularExpressionNode])
  /// - Parameter most: nil: any number.
  case repetition(RegularExpressionNode, least: Int, most: Int?)

  /// A condition on a position.
  enum Assertion: Sendable {
    case beginningOfText
    case endOfText
    case beginningOfLine
    case endOfLine
    case wordBoundary
    case noWordBoundary
  }
}

extension RegularExpressionNode {
  /// The work of compiling: the number of instructions with the final one, and that of expanded repetitions, also of parts
  /// that need no instruction.
  struct Cost {
    /// The greatest numbers that are told apart.
    private static let most = 1 << 20

    let size: Int
    let expansions: Int

    init(_ size: Int, _ expansions: Int = 0) {
      self.size = min(size, Self.most)
      self.expansions = min(expansions, Self.most)
    }

    func repeated(_ count: Int) -> Cost { Cost(size * count, (expansions + 1) * count) }

    static func + (one: Cost, other: Cost) -> Cost { Cost(one.size + other.size, one.expansions + other.expansions) }
  }

  var cost: Cost { part + Cost(1) }

  /// The cost without the final instruction. A repetition has at most 1,000 copies of its part, so that no product
  /// overflows.
  private var part: Cost {
    switch self {
    case .empty: Cost(0)
    case .set, .assertion: Cost(1)
    case .sequence(let nodes): nodes.reduce(Cost(0)) { $0 + $1.part }
    case .alternatives(let nodes): nodes.reduce(Cost(2 * max(0, nodes.count - 1))) { $0 + $1.part }
    case .repetition(let node, let least, nil): node.part.repeated(least + 1) + Cost(2)
    case .repetition(let node, let least, let most?): node.part.repeated(max(least, most)) + Cost(max(0, most - least))
    }
  }
}

/// A fault of a regular expression.
package struct RegularExpressionFault: Error {
  /// A phrase for the rest of a sentence.
  package let message: String

  static let tooManyInstructions = RegularExpressionFault(
    message: "all patterns of the definition together are too large; the limit is "
      + "\(CompilationMeter.mostInstructions) characters with their repetitions")
}
