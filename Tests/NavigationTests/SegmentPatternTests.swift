import Testing

@testable import Navigation

@Suite("Segment patterns") struct SegmentPatternTests {
  private static func pattern(_ text: String) throws -> SegmentPattern {
    var parser = SegmentPatternParser(Array("\(text))".unicodeScalars), at: 0)
    return try parser.parse()
  }

  private static func matches(_ pattern: SegmentPattern, _ text: String) -> Bool {
    let automaton = PatternAutomaton([pattern])
    let reference = automaton.reference(to: pattern)
    guard !text.isEmpty else { return reference.isNullable }
    var steps = 0
    let reached = automaton.blocks[0].positions(after: text.unicodeScalars.map(\.value), steps: &steps)
    #expect(steps <= text.unicodeScalars.count * automaton.width)
    return reference.isReached(reached, length: text.unicodeScalars.count)
  }

  @Test(
    "A segment pattern matches whole texts only",
    arguments: [
      ("\\d+", ["0", "42"], ["", "a", "4a", "a4", "４"]),
      ("[a-z ]+", ["john doe"], ["John", "a1"]),
      ("[^/]+", ["a b", "é"], ["a/b"]),
      ("[\\d_-]{2,4}", ["1-", "__12"], ["1", "12345", "a1"]),
      ("[\\]a]", ["]", "a"], ["b"]),
      ("a|bc|", ["a", "bc", ""], ["b", "abc", "c"]),
      ("(?:ab)+c?", ["ab", "ababc"], ["", "c", "aba"]),
      ("(?<year>\\d{4})-\\d{2}", ["2026-01"], ["2026-1", "26-01"]),
      ("\\w+?\\.\\S*", ["a.", "a.b"], [".", "a. b"]),
      (".{3}", ["abc", "日本語"], ["ab", "abcd"]),
      ("a{2,}", ["aa", "aaaa"], ["a"]),
      ("(a*)*", ["", "aaa"], ["b"]),
      ("\\s\\D\\W", [" a-"], [" 1-", "xa-", " aa"]),
      ("[^\\D]", ["7"], ["a"]),
    ] as [(String, [String], [String])])
  func matching(text: String, taken: [String], others: [String]) throws {
    let pattern = try Self.pattern(text)
    for text in taken { #expect(Self.matches(pattern, text), "\(text)") }
    for text in others { #expect(!Self.matches(pattern, text), "\(text)") }
  }

  @Test("Matching a segment pattern takes steps in proportion to the text, even if it is ambiguous")
  func linear() throws {
    let pattern = try Self.pattern("(a|a)*(a|b)*a(a|b){50}c")
    #expect(!Self.matches(pattern, String(repeating: "ab", count: 1_000)))
  }

  @Test(
    "An invalid segment pattern is rejected with the reason",
    arguments: [
      ("", "does not end"), ("a", "does not end"), ("(a)", "does not end"), ("[a", "`]` is missing"),
      ("[^", "`]` is missing"),
      ("*a)", "nothing before it"), ("a**)", "nothing before it"), ("a|+)", "nothing before it"),
      ("^a)", "`^` and `$`"), ("a$)", "`^` and `$`"), ("(?=a))", "lookahead"), ("(?<!a))", "lookahead"),
      ("(?<name))", "lookahead"), ("\\b)", "`\\b`"), ("(a)\\1)", "`\\1`"), ("a\\", "ends with a backslash"),
      ("[z-a])", "end is before its start"), ("[\\d-z])", "end is before its start"), ("a{})", "`{2}`"),
      ("a{3,2})", "lower one first"),
      ("a{1000})", "numbers up to 999"), ("[])", "is empty"), (")", "is empty"),
      ("((a{100}){100}){100})", "too large"),
      (String(repeating: "(", count: 25) + "a" + String(repeating: ")", count: 26), "nested 20 deep"),
    ])
  func faults(text: String, says: String) throws {
    var parser = SegmentPatternParser(Array(text.unicodeScalars), at: 0)
    let fault = #expect(throws: LinkFault.self) { _ = try parser.parse() }
    #expect(fault?.detail.contains(says) == true, "\(fault?.detail ?? "")")
  }
}
