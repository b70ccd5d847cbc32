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
    let found = links.destination(of: path.map { "/" + $0 }.joined())
    #expect(found?.route == expected?.pattern, "\(links.patterns) \(path)")
    let texts = (found?.params ?? [:]).map { ($0.name, $0.value.stringValue ?? "") }
    #expect(Dictionary(uniqueKeysWithValues: texts) == expected?.texts ?? [:], "\(links.patterns) \(path)")
  }
}
