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
  /// The greatest work of comparing a set with a character of ASCII, and with another one.
  let workOfSet: (ascii: Int, other: Int)

  /// The number of instructions.
  var size: Int { instructions.count }

  /// Compiles a pattern.
  ///
  /// - Parameter meter: Counts the instructions before they are made.
  package convenience init(_ pattern: String, _ meter: CompilationMeter? = nil) throws(RegularExpressionFault) {
    try self.init(RegularExpressionParser.parse(pattern), meter)
  }

  /// Compiles a pattern in parentheses, which a text has to match as a whole.
  ///
  /// - Parameters:
  ///   - text: A text that contains the pattern.
  ///   - position: The index after the opening parenthesis. Then that of the closing one, or the end of the text.
  package convenience init(
    wholeTextMatching text: [Unicode.Scalar], at position: inout Int, _ meter: CompilationMeter? = nil
  ) throws(RegularExpressionFault) {
    let (node, end) = try RegularExpressionParser.parse(text, at: position)
    position = end
    try self.init(.sequence([.assertion(.beginningOfText), node, .assertion(.endOfText)]), meter)
  }

  private convenience init(_ node: RegularExpressionNode, _ meter: CompilationMeter?) throws(RegularExpressionFault) {
    guard meter?.charge(instructions: node.cost.size) ?? true else { throw .tooManyInstructions }
    self.init(node)
  }

  private init(_ node: RegularExpressionNode) {
    instructions = RegularExpressionCompiler.compile(node)
    let sets: [CharacterClass] = instructions.compactMap { if case .set(let set) = $0 { set } else { nil } }
    let workOfCategories = sets.contains(where: \.hasCategories) ? 8 : 1
    let workOfCases = sets.contains(where: \.ignoresCase) ? 12 : 1
    workOfSet = (workOfCategories, workOfCategories * workOfCases)
  }

  /// Compiles a pattern that an expression has made. The steps are taken before the work is done, also if it fails.
  package convenience init(_ pattern: String, _ budget: inout EvaluationBudget) throws(EvaluationError) {
    // Each character is read up to four times, and has a node of the tree.
    try budget.spend(2 * pattern.utf8.count)
    let node: RegularExpressionNode
    do throws(RegularExpressionFault) {
      node = try RegularExpressionParser.parse(pattern)
    } catch {
      throw .badArgument("the regular expression is wrong: \(error.message)")
    }
    try budget.spend(node.cost.size + node.cost.expansions)
    self.init(node)
  }

  /// Returns whether a part of the text matches.
  package func matches(_ text: String, _ budget: inout EvaluationBudget) throws(EvaluationError) -> Bool {
    // The matcher begins with an array as long as the instructions.
    try budget.spend(1 + size / 16)
    var matcher = RegularExpressionMatcher(self)
    return try matcher.matches(text.unicodeScalars, &budget)
  }
}

/// Compiles a regular expression, whose size the parser has limited, to instructions.
struct RegularExpressionCompiler {
  private var instructions: [RegularExpression.Instruction] = []

  static func compile(_ node: RegularExpressionNode) -> [RegularExpression.Instruction] {
    var compiler = RegularExpressionCompiler()
    compiler.instructions.reserveCapacity(node.cost.size)
    compiler.add(node)
    compiler.add(.match)
    return compiler.instructions
  }

  private mutating func add(_ instruction: RegularExpression.Instruction) { instructions.append(instruction) }

  private mutating func add(_ node: RegularExpressionNode) {
    switch node {
    case .empty: break
    case .set(let set): add(Self.instruction(set))
    case .assertion(let assertion): add(RegularExpression.Instruction.assertion(assertion))
    case .sequence(let nodes): for node in nodes { add(node) }
    case .alternatives(let nodes): add(alternatives: nodes)
    case .repetition(let node, let least, let most): add(node, least: least, most: most)
    }
  }

  private static func instruction(_ set: CharacterClass) -> RegularExpression.Instruction {
    guard set == CharacterClass(set.ranges), set.ranges.count == 1, set.ranges[0].count == 1,
      let scalar = Unicode.Scalar(set.ranges[0].lowerBound)
    else { return .set(set) }
    return .scalar(scalar)
  }

  private mutating func add(alternatives nodes: [RegularExpressionNode]) {
    var jumps: [Int] = []
    for node in nodes.dropLast() {
      let split = instructions.count
      // The targets are filled in below, when the length of the part is known.
      add(.split(0, 0))
      add(node)
      jumps.append(instructions.count)
      add(.jump(0))
      instructions[split] = .split(split + 1, instructions.count)
    }
    if let last = nodes.last { add(last) }
    for jump in jumps { instructions[jump] = .jump(instructions.count) }
  }

  private mutating func add(_ node: RegularExpressionNode, least: Int, most: Int?) {
    for _ in 0..<least { add(node) }
    guard let most else {
      let split = instructions.count
      add(.split(0, 0))
      add(node)
      add(.jump(split))
      instructions[split] = .split(split + 1, instructions.count)
      return
    }
    var splits: [Int] = []
    for _ in least..<most {
      splits.append(instructions.count)
      add(.split(0, 0))
      add(node)
    }
    for split in splits { instructions[split] = .split(split + 1, instructions.count) }
  }
}
