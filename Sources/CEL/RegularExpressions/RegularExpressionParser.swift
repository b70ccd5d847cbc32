/// Parses the syntax of RE2.
///
/// Source: https://github.com/google/re2/wiki/Syntax.
struct RegularExpressionParser {
  /// The meaning of the characters that follow, as `(?i)` sets it.
  struct Flags {
    var ignoresCase = false
    var isMultiline = false
    var dotMatchesNewline = false
  }

  static let maximumLength = 1_024
  /// The greatest number of instructions, and twice that with expanded repetitions.
  private static let maximumSize = 4_096
  private static let maximumDepth = 64
  static let maximumRepetition = 1_000

  private let scalars: [Unicode.Scalar]
  private(set) var at = 0
  var flags = Flags()
  private var depth = 0

  private init(_ scalars: [Unicode.Scalar], at start: Int = 0) {
    self.scalars = scalars
    at = start
  }

  static func parse(_ pattern: String) throws(RegularExpressionFault) -> RegularExpressionNode {
    guard pattern.utf8.count <= maximumLength else {
      throw RegularExpressionFault(message: "it is longer than \(maximumLength) bytes")
    }
    var parser = RegularExpressionParser(Array(pattern.unicodeScalars))
    let node = try parser.pattern()
    guard parser.isAtEnd else { throw RegularExpressionFault(message: "unexpected \")\"") }
    return node
  }

  /// Parses the pattern at a place of a text, up to a `)` that it does not open or the end of the text.
  static func parse(
    _ text: [Unicode.Scalar], at start: Int
  ) throws(RegularExpressionFault) -> (node: RegularExpressionNode, end: Int) {
    var parser = RegularExpressionParser(text, at: start)
    let node = try parser.pattern()
    return (node, parser.at)
  }

  private mutating func pattern() throws(RegularExpressionFault) -> RegularExpressionNode {
    let node = try alternatives()
    let cost = node.cost
    guard cost.size <= Self.maximumSize, cost.size + cost.expansions <= 2 * Self.maximumSize else {
      throw RegularExpressionFault(message: "it is too large with its repetitions")
    }
    return node
  }
}

extension RegularExpressionParser {
  var isAtEnd: Bool { at == scalars.count }
  var next: Unicode.Scalar? { peek(0) }

  func peek(_ distance: Int) -> Unicode.Scalar? {
    scalars.indices.contains(at + distance) ? scalars[at + distance] : nil
  }

  mutating func advance() -> Unicode.Scalar? {
    guard let next else { return nil }
    at += 1
    return next
  }

  mutating func scan(_ text: String) -> Bool {
    guard scalars[at...].starts(with: text.unicodeScalars) else { return false }
    at += text.unicodeScalars.count
    return true
  }

  /// Moves back to a position that was read before.
  mutating func back(to position: Int) {
    at = position
  }
}

extension RegularExpressionParser {
  mutating func alternatives() throws(RegularExpressionFault) -> RegularExpressionNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw RegularExpressionFault(message: "its groups are nested deeper than \(Self.maximumDepth) levels")
    }
    var found = [try sequence()]
    while scan("|") { found.append(try sequence()) }
    return found.count == 1 ? found[0] : .alternatives(found)
  }

  private mutating func sequence() throws(RegularExpressionFault) -> RegularExpressionNode {
    var found: [RegularExpressionNode] = []
    while let scalar = next, scalar != "|", scalar != ")" {
      if scan("\\Q") {
        quotedText(&found)
        continue
      }
      guard let atom = try atom() else { continue }
      found.append(try repeated(atom))
    }
    return found.count == 1 ? found[0] : .sequence(found)
  }

  /// Reads a text up to `\E`, whose characters stand for themselves.
  private mutating func quotedText(_ found: inout [RegularExpressionNode]) {
    while !isAtEnd, !scan("\\E") {
      if let scalar = advance() { found.append(literal(scalar)) }
    }
  }

  /// Reads what an operator of repetition applies to; nil for flags alone.
  private mutating func atom() throws(RegularExpressionFault) -> RegularExpressionNode? {
    guard let scalar = advance() else { return .empty }
    switch scalar {
    case "(": return try group()
    case "[": return .set(try characterClass())
    case ".":
      var set = CharacterClass(flags.dotMatchesNewline ? [] : [0x0A...0x0A])
      set.isNegated = true
      return .set(set)
    case "^": return .assertion(flags.isMultiline ? .beginningOfLine : .beginningOfText)
    case "$": return .assertion(flags.isMultiline ? .endOfLine : .endOfText)
    case "\\": return try escape()
    case "*", "+", "?": throw RegularExpressionFault(message: "\"\(scalar)\" has nothing to repeat")
    default: return literal(scalar)
    }
  }

  func literal(_ scalar: Unicode.Scalar) -> RegularExpressionNode {
    .set(folded(CharacterClass(scalar)))
  }

  func folded(_ set: CharacterClass) -> CharacterClass {
    var set = set
    set.ignoresCase = flags.ignoresCase
    return set
  }

  private mutating func repeated(_ atom: RegularExpressionNode) throws(RegularExpressionFault) -> RegularExpressionNode
  {
    guard let (least, most) = try repetition() else { return atom }
    // A match is either found or not: it does not matter whether the shortest is preferred.
    _ = scan("?")
    let before = at
    if try repetition() != nil {
      back(to: before)
      throw RegularExpressionFault(message: "two operators of repetition follow each other; use a group")
    }
    return .repetition(atom, least: least, most: most)
  }

  private mutating func repetition() throws(RegularExpressionFault) -> (least: Int, most: Int?)? {
    if scan("*") { return (0, nil) }
    if scan("+") { return (1, nil) }
    if scan("?") { return (0, 1) }
    return next == "{" ? try counts() : nil
  }

  /// Reads `{2}`, `{2,}` or `{2,5}`; nil for any other text, in which the brace stands for itself.
  private mutating func counts() throws(RegularExpressionFault) -> (least: Int, most: Int?)? {
    let start = at
    _ = advance()
    let least = number()
    let hasMost = scan(",")
    let most = hasMost ? number() : least
    guard let least, scan("}") else {
      back(to: start)
      return nil
    }
    guard max(least, most ?? 0) <= Self.maximumRepetition, least <= most ?? least else {
      throw RegularExpressionFault(message: "a repetition takes 0 to \(Self.maximumRepetition) in ascending order")
    }
    return (least, most)
  }

  private mutating func number() -> Int? {
    var digits = ""
    while let digit = next, digit.isDigit {
      digits.unicodeScalars.append(digit)
      at += 1
    }
    // More digits than an Int holds exceed the limit as well.
    return digits.isEmpty ? nil : Int(digits) ?? .max
  }
}
