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

/// A fault of a regular expression.
package struct RegularExpressionFault: Error {
  /// A phrase for the rest of a sentence.
  package let message: String
}
