/// Runs the instructions of a regular expression over a text.
struct RegularExpressionMatcher {
  private let instructions: [RegularExpression.Instruction]
  /// The instructions that take the next character.
  private var current: [Int] = []
  /// The instructions after those that took the last character.
  private var targets: [Int] = []
  /// For each instruction the last position at which it was reached.
  private var reached: [Int]
  private var pending: [Int] = []
  /// The instructions that were run and not paid for.
  private var work = 0
  private let workOfSet: (ascii: Int, other: Int)

  /// The instructions of a step: those of sets take longest, and 10,000 steps of them have to stay below 5 ms.
  private static let workOfStep = 6

  /// A position between two characters.
  fileprivate struct InputPosition {
    let position: Int
    let before: Unicode.Scalar?
    let after: Unicode.Scalar?
  }

  init(_ expression: RegularExpression) {
    instructions = expression.instructions
    workOfSet = expression.workOfSet
    reached = Array(repeating: -1, count: instructions.count)
  }

  /// Returns whether a part of the text matches.
  mutating func matches(
    _ text: String.UnicodeScalarView, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> Bool {
    var before: Unicode.Scalar?
    var position = 0
    for scalar in text {
      if arrive(at: InputPosition(position: position, before: before, after: scalar)) { return true }
      if current.isEmpty, beginsAtBeginning { return false }
      advance(over: scalar)
      try budget.spend(work / Self.workOfStep)
      work %= Self.workOfStep
      before = scalar
      position += 1
    }
    return arrive(at: InputPosition(position: position, before: before, after: nil))
  }

  /// Whether no match begins later than at the first character.
  private var beginsAtBeginning: Bool {
    if case .assertion(.beginningOfText)? = instructions.first { true } else { false }
  }

  /// Finds the instructions that take the next character. A match may also begin here.
  ///
  /// - Returns: Whether a match ends here.
  private mutating func arrive(at place: InputPosition) -> Bool {
    current.removeAll(keepingCapacity: true)
    for target in targets where follow(target, place) { return true }
    return follow(0, place)
  }

  private mutating func advance(over scalar: Unicode.Scalar) {
    targets.removeAll(keepingCapacity: true)
    work += 1 + current.count * (scalar.isASCII ? workOfSet.ascii : workOfSet.other)
    for index in current where accepts(scalar, index) { targets.append(index + 1) }
  }

  private func accepts(_ scalar: Unicode.Scalar, _ index: Int) -> Bool {
    switch instructions[index] {
    case .scalar(let expected): scalar == expected
    case .set(let set): set.contains(scalar)
    default: false
    }
  }

  /// Follows jumps, splits and assertions up to instructions that take a character.
  ///
  /// - Returns: Whether a match ends here.
  private mutating func follow(_ start: Int, _ place: InputPosition) -> Bool {
    pending.removeAll(keepingCapacity: true)
    pending.append(start)
    while let index = pending.popLast() {
      work += 1
      // Once at each position: this bounds the work, and ends the loops of empty parts such as `(a*)*`.
      if reached[index] == place.position { continue }
      reached[index] = place.position
      switch instructions[index] {
      case .match: return true
      case .jump(let target): pending.append(target)
      case .split(let one, let other): pending += [other, one]
      case .assertion(let assertion): if place.satisfies(assertion) { pending.append(index + 1) }
      case .set, .scalar: current.append(index)
      }
    }
    return false
  }
}

extension RegularExpressionMatcher.InputPosition {
  fileprivate func satisfies(_ assertion: RegularExpressionNode.Assertion) -> Bool {
    switch assertion {
    case .beginningOfText: before == nil
    case .endOfText: after == nil
    case .beginningOfLine: before == nil || before == "\n"
    case .endOfLine: after == nil || after == "\n"
    case .wordBoundary: isWordBoundary
    case .noWordBoundary: !isWordBoundary
    }
  }

  private var isWordBoundary: Bool { (before?.isNamePart ?? false) != (after?.isNamePart ?? false) }
}
