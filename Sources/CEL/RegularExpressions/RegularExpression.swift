/// A regular expression with the syntax of RE2, matched in time linear in the text.
///
/// All alternatives advance together, one character at a time (Thompson 1968, Pike 1987); nothing is tried twice.
package final class RegularExpression: Sendable {
  enum Instruction: Sendable {
    case set(CharacterClass)
    case scalar(Unicode.Scalar)
    case assertion(RegularExpressionNode.Assertion)
    /// Goes on at two places.
    case split(Int, Int)
    case jump(Int)
    case match
  }

  let instructions: [Instruction]

  /// The number of instructions.
  var size: Int { instructions.count }

  package init(_ pattern: String) throws(RegularExpressionFault) {
    var compiler = RegularExpressionCompiler()
    instructions = try compiler.compile(try RegularExpressionParser.parse(pattern))
  }

  /// Returns whether a part of the text matches.
  package func matches(_ text: String, _ budget: inout EvaluationBudget) throws(EvaluationError) -> Bool {
    try budget.spend(1 + size / 16)
    var matcher = RegularExpressionMatcher(instructions)
    return try matcher.matches(text.unicodeScalars, &budget)
  }
}

/// Compiles a regular expression to instructions.
struct RegularExpressionCompiler {
  private static let maximumSize = 4_096

  private var instructions: [RegularExpression.Instruction] = []
  /// The repetitions that were expanded, also of what needs no instruction.
  private var expansions = 0

  mutating func compile(
    _ node: RegularExpressionNode
  ) throws(RegularExpressionFault) -> [RegularExpression.Instruction] {
    try add(node)
    try add(.match)
    return instructions
  }

  private mutating func add(_ instruction: RegularExpression.Instruction) throws(RegularExpressionFault) {
    instructions.append(instruction)
    try checkSize()
  }

  private func checkSize() throws(RegularExpressionFault) {
    guard instructions.count + expansions <= 2 * Self.maximumSize, instructions.count <= Self.maximumSize else {
      throw RegularExpressionFault(message: "it is too large with its repetitions")
    }
  }

  private mutating func add(_ node: RegularExpressionNode) throws(RegularExpressionFault) {
    switch node {
    case .empty: break
    case .set(let set): try add(Self.instruction(set))
    case .assertion(let assertion): try add(RegularExpression.Instruction.assertion(assertion))
    case .sequence(let nodes): for node in nodes { try add(node) }
    case .alternatives(let nodes): try add(alternatives: nodes)
    case .repetition(let node, let least, let most): try add(node, least: least, most: most)
    }
  }

  private static func instruction(_ set: CharacterClass) -> RegularExpression.Instruction {
    guard set == CharacterClass(set.ranges), set.ranges.count == 1, set.ranges[0].count == 1,
      let scalar = Unicode.Scalar(set.ranges[0].lowerBound)
    else { return .set(set) }
    return .scalar(scalar)
  }

  private mutating func add(alternatives nodes: [RegularExpressionNode]) throws(RegularExpressionFault) {
    var jumps: [Int] = []
    for node in nodes.dropLast() {
      let split = instructions.count
      try add(.split(0, 0))
      try add(node)
      jumps.append(instructions.count)
      try add(.jump(0))
      instructions[split] = .split(split + 1, instructions.count)
    }
    if let last = nodes.last { try add(last) }
    for jump in jumps { instructions[jump] = .jump(instructions.count) }
  }

  private mutating func add(
    _ node: RegularExpressionNode, least: Int, most: Int?
  ) throws(RegularExpressionFault) {
    for _ in 0..<least { try expand(node) }
    guard let most else {
      let split = instructions.count
      try add(.split(0, 0))
      try expand(node)
      try add(.jump(split))
      instructions[split] = .split(split + 1, instructions.count)
      return
    }
    var splits: [Int] = []
    for _ in least..<most {
      splits.append(instructions.count)
      try add(.split(0, 0))
      try expand(node)
    }
    for split in splits { instructions[split] = .split(split + 1, instructions.count) }
  }

  private mutating func expand(_ node: RegularExpressionNode) throws(RegularExpressionFault) {
    expansions += 1
    try checkSize()
    try add(node)
  }
}
