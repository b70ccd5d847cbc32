import TestSupport

@testable import Navigation

/// A generator of random link patterns and of paths that often match them, with few letters.
struct RandomLinks {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// Returns distinct patterns.
  mutating func patterns() -> [LinkPattern] {
    var known: Set<String> = []
    return (0..<number(1, 8)).compactMap { _ in
      let text = (0..<number(0, 5)).map { segment($0) }.joined(separator: "/")
      guard let pattern = try? LinkPattern(text), known.insert(pattern.normalized).inserted else { return nil }
      return pattern
    }
  }

  mutating func path() -> [String] {
    (0..<number(1, 7)).map { _ in String((0..<number(1, 5)).map { _ in pick(["a", "b", "1", "é"]) as Character }) }
  }

  private mutating func segment(_ index: Int) -> String {
    let count = pick(["", "", "", "?", "+", "*"])
    switch number(0, 9) {
    case 0...2: return pick(["a", "b", "ab", "1"])
    case 3: return "*"
    case 4...5: return ":p\(index)\(count)"
    default: return ":p\(index)(\(expression(depth: 3)))\(count)"
    }
  }

  private mutating func expression(depth: Int) -> String {
    guard depth > 0 else { return pick(["a", "b", "[a1]", "[^a]", "\\d", ".", "\\w", "é", "[b-é]"]) }
    let part = { (random: inout RandomLinks) in random.expression(depth: depth - 1) }
    switch number(0, 7) {
    case 0: return "(\(part(&self))|\(part(&self)))"
    case 1: return "(?:\(part(&self)))" + pick(["*", "+", "?", "{2}", "{1,3}", "{2,}", "{0,2}", "{0}", "*?"])
    case 2: return "(\(part(&self))|)"
    case 3...4: return part(&self) + part(&self)
    default: return expression(depth: 0)
    }
  }

  private mutating func number(_ least: Int, _ most: Int) -> Int { Int.random(in: least...most, using: &random) }

  private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(0, elements.count - 1)] }
}
