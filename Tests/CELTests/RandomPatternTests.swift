import TestSupport
import Testing

@testable import CEL

@Suite("Random regular expressions")
struct RandomPatternTests {
  @Test("A regular expression matches the same texts as an exhaustive search", arguments: 0..<20)
  func sameAsReference(seed: UInt64) throws {
    var random = RandomPatterns(seed: seed)
    for _ in 0..<50 {
      let pattern = random.pattern(depth: 4)
      let expression = try RegularExpression(pattern)
      let node = try RegularExpressionParser.parse(pattern)
      for _ in 0..<10 {
        let text = random.text()
        var budget = EvaluationBudget(steps: 100_000)
        #expect(try expression.matches(text, &budget) == node.hasMatch(in: text), "\(pattern) \(text)")
      }
    }
  }

  @Test("A pattern in parentheses matches the same whole texts as an exhaustive search", arguments: 0..<20)
  func wholeTexts(seed: UInt64) throws {
    var random = RandomPatterns(seed: seed)
    for _ in 0..<50 {
      let pattern = random.pattern(depth: 4)
      let scalars = Array(":id(\(pattern))?/a".unicodeScalars)
      var position = 4
      let expression = try RegularExpression(wholeTextMatching: scalars, at: &position)
      #expect(position == 4 + pattern.unicodeScalars.count && scalars[position] == ")")
      let node = try RegularExpressionParser.parse("^(?:\(pattern))$")
      for _ in 0..<10 {
        let text = random.text()
        var budget = EvaluationBudget(steps: 100_000)
        #expect(try expression.matches(text, &budget) == node.hasMatch(in: text), "\(pattern) \(text)")
      }
    }
  }
}

/// A generator of random patterns, and of texts that often match them, with few letters.
private struct RandomPatterns {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func pattern(depth: Int) -> String {
    guard depth > 0 else {
      return pick(["a", "b", "[a1]", "[^a]", #"\d"#, ".", #"\w"#, "é", "[b-é]", #"\p{L}"#, "(?i:B)"])
    }
    let part = { (random: inout RandomPatterns) in random.pattern(depth: depth - 1) }
    switch Int.random(in: 0...8, using: &random) {
    case 0: return "(\(part(&self))|\(part(&self)))"
    case 1...2: return "(?:\(part(&self)))" + pick(["*", "+", "?", "{2}", "{1,3}", "{2,}", "{0,2}", "{0}", "*?"])
    case 3: return "(\(part(&self))|)"
    case 4...5: return part(&self) + part(&self)
    case 6: return pick(["^", "$", #"\b"#, #"\B"#]) + part(&self)
    default: return pattern(depth: 0)
    }
  }

  mutating func text() -> String {
    (0..<Int.random(in: 0...8, using: &random)).map { _ in pick(["a", "b", "1", "é", "-"]) }.joined()
  }

  private mutating func pick(_ texts: [String]) -> String { texts[Int.random(in: texts.indices, using: &random)] }
}

// An exhaustive search.
extension RegularExpressionNode {
  fileprivate func hasMatch(in text: String) -> Bool {
    let text = Array(text.unicodeScalars)
    return !ends(from: Set(0...text.count), in: text).isEmpty
  }

  /// The possible ends of a match that begins at one of these places.
  private func ends(from starts: Set<Int>, in text: [Unicode.Scalar]) -> Set<Int> {
    switch self {
    case .empty: return starts
    case .set(let set): return Set(starts.filter { $0 < text.count && set.contains(text[$0]) }.map { $0 + 1 })
    case .assertion(let assertion): return starts.filter { assertion.holds(at: $0, in: text) }
    case .sequence(let nodes): return nodes.reduce(starts) { $1.ends(from: $0, in: text) }
    case .alternatives(let nodes): return nodes.reduce([]) { $0.union($1.ends(from: starts, in: text)) }
    case .repetition(let node, let least, let most):
      var all = least == 0 ? starts : []
      var last = starts
      for number in 0..<(most ?? least + text.count) {
        last = node.ends(from: last, in: text)
        if number + 1 >= least { all.formUnion(last) }
      }
      return all
    }
  }
}

extension RegularExpressionNode.Assertion {
  fileprivate func holds(at place: Int, in text: [Unicode.Scalar]) -> Bool {
    let isWord = [place - 1, place].map { text.indices.contains($0) && (text[$0].isASCII && text[$0] != "-") }
    return switch self {
    case .beginningOfText, .beginningOfLine: place == 0
    case .endOfText, .endOfLine: place == text.count
    case .wordBoundary: isWord[0] != isWord[1]
    case .noWordBoundary: isWord[0] == isWord[1]
    }
  }
}
