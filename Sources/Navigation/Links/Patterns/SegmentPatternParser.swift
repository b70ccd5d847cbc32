/// A parser of segment patterns: the part of JavaScript's regular expressions that applies to one segment.
///
/// Characters, `.`, `\d \w \s \D \W \S`, sets, groups, `|`, and `* + ? {2,4}`.
struct SegmentPatternParser {
  private let text: [Unicode.Scalar]
  /// The index of the next character.
  private(set) var position: Int
  /// The number of open groups.
  private var depth = 0

  private static let maximumDepth = 20

  /// - Parameter position: The index after the opening parenthesis.
  init(_ text: [Unicode.Scalar], at position: Int) {
    self.text = text
    self.position = position
  }

  private typealias Node = SegmentPattern.Node

  /// Parses up to and including the closing parenthesis.
  mutating func parse() throws(LinkFault) -> SegmentPattern {
    let start = position
    let node = try alternatives()
    guard next == ")" else { throw LinkFault("A pattern begins with `(` and does not end: a `)` is missing.") }
    guard position > start else { throw LinkFault("The pattern in `()` is empty.") }
    position += 1
    guard let pattern = SegmentPattern(node) else {
      throw LinkFault("A pattern is too large: its `{…}` multiply to more than 1,000 characters.")
    }
    return pattern
  }

  private var next: Unicode.Scalar? { position < text.count ? text[position] : nil }

  private mutating func take() -> Unicode.Scalar? {
    defer { position += 1 }
    return next
  }

  private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    position += 1
    return true
  }

  private mutating func alternatives() throws(LinkFault) -> Node {
    var nodes = [try sequence()]
    while skip("|") { nodes.append(try sequence()) }
    return nodes.count == 1 ? nodes[0] : .either(nodes)
  }

  private mutating func sequence() throws(LinkFault) -> Node {
    var nodes: [Node] = []
    while let next, next != "|", next != ")" { nodes.append(try quantified(try atom())) }
    return .sequence(nodes)
  }

  private mutating func atom() throws(LinkFault) -> Node {
    switch take() {
    case "(": return try group()
    case "[": return .one(try set())
    case "\\": return .one(try escape())
    case ".": return .one(.any)
    case "^", "$":
      throw LinkFault("A pattern always matches the whole segment; remove `^` and `$`.")
    case let scalar? where "*+?{}]".unicodeScalars.contains(scalar):
      throw LinkFault("A pattern has a `\(scalar)` with nothing before it; write `\\\(scalar)` for the character.")
    case let scalar?: return .one(ScalarSet(scalar...scalar))
    case nil: throw LinkFault("A pattern does not end: a `)` is missing.")
    }
  }

  private mutating func group() throws(LinkFault) -> Node {
    if skip("?") {
      let isNamed = skip("<") && next != "=" && next != "!"
      while isNamed, let next, next != ">", next != ")" { position += 1 }
      guard isNamed ? skip(">") : skip(":") else {
        throw LinkFault("A group of a pattern is `(…)` or `(?:…)`; lookahead and lookbehind are not supported.")
      }
    }
    depth += 1
    guard depth <= Self.maximumDepth else {
      throw LinkFault("Groups of a pattern can be nested \(Self.maximumDepth) deep.")
    }
    let node = try alternatives()
    depth -= 1
    guard skip(")") else { throw LinkFault("A group of a pattern does not end: a `)` is missing.") }
    return node
  }

  private mutating func quantified(_ node: Node) throws(LinkFault) -> Node {
    let result: Node
    switch next {
    case "*": result = .repeated(node, least: 0, most: nil)
    case "+": result = .repeated(node, least: 1, most: nil)
    case "?": result = .repeated(node, least: 0, most: 1)
    case "{": return try counted(node)
    default: return node
    }
    position += 1
    // A lazy quantifier matches the same whole segments.
    _ = skip("?")
    return result
  }

  /// Parses `{2}`, `{2,}` and `{2,4}`.
  private mutating func counted(_ node: Node) throws(LinkFault) -> Node {
    position += 1
    let least = number()
    var most = least
    if skip(",") { most = next == "}" ? nil : number() ?? -1 }
    guard let least, most.map({ $0 >= least }) ?? true, skip("}") else {
      throw LinkFault("A repetition is `{2}`, `{2,}` or `{2,4}`, with numbers up to 999, the lower one first.")
    }
    _ = skip("?")
    return .repeated(node, least: least, most: most)
  }

  private mutating func number() -> Int? {
    let start = position
    while let next, ScalarSet.digits.contains(next), position - start < 3 { position += 1 }
    return Int(String(String.UnicodeScalarView(text[start..<position])))
  }

  /// Parses the characters after a backslash.
  private mutating func escape() throws(LinkFault) -> ScalarSet {
    switch take() {
    case "d": return .digits
    case "D": return .digits.inverted
    case "w": return .word
    case "W": return .word.inverted
    case "s": return .space
    case "S": return .space.inverted
    case let scalar? where !ScalarSet.word.contains(scalar): return ScalarSet(scalar...scalar)
    case let scalar?: throw LinkFault("A pattern has `\\\(scalar)`; known are \\d, \\w, \\s, \\D, \\W and \\S.")
    case nil: throw LinkFault("A pattern ends with a backslash.")
    }
  }

  /// Parses a set such as `[a-z_]` or `[^/]`.
  private mutating func set() throws(LinkFault) -> ScalarSet {
    let isInverted = skip("^")
    var set = ScalarSet()
    while next != "]" {
      let one = try member()
      guard next == "-", position + 1 < text.count, text[position + 1] != "]" else {
        set.formUnion(one)
        continue
      }
      position += 1
      let other = try member()
      guard let first = one.single, let last = other.single, first <= last else {
        throw LinkFault("A set of a pattern has a range whose end is before its start.")
      }
      set.formUnion(ScalarSet(first...last))
    }
    position += 1
    guard !set.ranges.isEmpty else { throw LinkFault("A set of a pattern is empty: `[]`.") }
    return isInverted ? set.inverted : set.normalized
  }

  private mutating func member() throws(LinkFault) -> ScalarSet {
    switch take() {
    case "\\": return try escape()
    case let scalar?: return ScalarSet(scalar...scalar)
    case nil: throw LinkFault("A set of a pattern does not end: a `]` is missing.")
    }
  }
}

extension ScalarSet {
  /// The only character of the set; nil when there are more or fewer.
  fileprivate var single: Unicode.Scalar? {
    guard ranges.count == 1, ranges[0].count == 1 else { return nil }
    return Unicode.Scalar(ranges[0].lowerBound)
  }
}
