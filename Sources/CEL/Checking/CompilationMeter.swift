import Synchronization

/// Counts what the expressions of a definition are compiled to, which may be many times their text.
package final class CompilationMeter: Sendable {
  /// The greatest number of instructions of all regular expressions together.
  package static let mostInstructions = 200_000

  private let most: Int
  private let instructions = Atomic<Int>(0)
  private let others = Atomic<Int>(0)

  /// - Parameter isLimited: Whether too many instructions are refused.
  package init(isLimited: Bool) {
    most = isLimited ? Self.mostInstructions : .max
  }

  /// The approximate bytes of memory.
  package var bytes: Int {
    others.load(ordering: .relaxed)
      + instructions.load(ordering: .relaxed) * MemoryLayout<RegularExpression.Instruction>.stride
  }

  /// Counts memory that is not that of a regular expression.
  package func add(bytes: Int) { others.add(bytes, ordering: .relaxed) }

  /// Counts the instructions of a regular expression.
  ///
  /// - Returns: false when there are too many; none are counted then.
  func charge(instructions count: Int) -> Bool {
    // One thread reads a definition.
    guard instructions.load(ordering: .relaxed) <= most - count else { return false }
    instructions.add(count, ordering: .relaxed)
    others.add(128, ordering: .relaxed)
    return true
  }
}
