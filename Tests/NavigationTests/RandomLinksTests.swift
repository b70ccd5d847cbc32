import Testing

@testable import Navigation

@Suite struct RandomLinksTests {
  @Test("Links find the same route and params as an exhaustive search", arguments: 0..<10)
  func sameAsReference(seed: UInt64) {
    var random = RandomLinks(seed: seed)
    for _ in 0..<50 {
      let patterns = random.patterns()
      let links = Links(patterns.map { Route($0.text, path: $0) })
      let reference = LinkReference(patterns: patterns)
      for _ in 0..<20 { check(links, reference, random.path()) }
    }
  }

  private func check(_ links: Links, _ reference: LinkReference, _ path: [String]) {
    let expected = reference.match(path)
    var (steps, refused) = (0, Refused?.none)
    let found = links.destination(of: path.map { "/" + $0 }.joined(), steps: &steps, refused: &refused)
    #expect(found?.route == expected?.pattern, "\(links.patterns) \(path)")
    let texts = (found?.params ?? [:]).map { ($0.name, $0.value.stringValue ?? "") }
    #expect(Dictionary(uniqueKeysWithValues: texts) == expected?.texts ?? [:], "\(links.patterns) \(path)")
    #expect(steps <= links.cost.steps)
  }

  @Test("A pattern matches the same texts as an exhaustive search, also with shared or large blocks")
  func patterns() throws {
    var random = RandomLinks(seed: 7)
    for _ in 0..<25 {
      let patterns = try (0..<random.number(1, 20)).map { _ in
        let expression =
          random.number(0, 4) == 0
          ? "[ab]{\(random.number(0, 9)),9}"
          : "(\(random.expression(depth: 3))){\(random.number(0, 30)),30}|\(random.expression(depth: 2))"
        var parser = SegmentPatternParser(Array("\(expression))".unicodeScalars), at: 0)
        return try parser.parse()
      }
      let automaton = PatternAutomaton(patterns)
      for _ in 0..<5 {
        let text = (0..<random.number(1, 6)).reduce("") { text, _ in text + random.path().joined() }
        for pattern in patterns { check(automaton, pattern, text) }
      }
    }
  }

  private func check(_ automaton: PatternAutomaton, _ pattern: SegmentPattern, _ text: String) {
    let reference = automaton.reference(to: pattern)
    let block = automaton.blocks[reference.block]
    var steps = 0
    let reached = block.positions(after: text.unicodeScalars.map(\.value), steps: &steps)
    let expected = LinkReference.matches(pattern, text)
    #expect(reference.isReached(reached, length: text.unicodeScalars.count) == expected, "\(pattern.node) \(text)")
    #expect(steps <= block.width * text.unicodeScalars.count)
  }
}
