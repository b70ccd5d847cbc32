import Testing

@testable import HTTP

@Suite struct EntityTagTests {
  private func ifMatch(_ lines: String...) throws -> EntityTagCondition? {
    try request("GET / HTTP/1.1\r\nHost: a\r\n" + lines.map { "If-Match: \($0)\r\n" }.joined() + "\r\n").ifMatch()
  }

  @Test("Entity tags are parsed from all lines of If-Match")
  func lists() throws {
    #expect(try ifMatch() == nil)
    #expect(try ifMatch("*") == .any)
    #expect(try ifMatch("\"7\"") == .oneOf([EntityTag("7")]))
    #expect(
      try ifMatch("\"a,b\" ,W/\"\",, \"c\\\"", "\"é\"")
        == .oneOf([EntityTag("a,b"), EntityTag("", isWeak: true), EntityTag("c\\"), EntityTag("é")]))
  }

  @Test(
    "An invalid If-Match condition is rejected and not ignored",
    arguments: [
      "", ",", "7", "\"7", "7\"", "W\"7\"", "w/\"7\"", "\"7\" \"8\"", "\"7\", *", "*, \"7\"", "W/7", "\"a b\"", "* *",
    ])
  func unreadable(value: String) throws {
    #expect(throws: RequestError.self) { try ifMatch(value) }
  }

  @Test("The error for an invalid condition names the field, its value and a valid form")
  func detail() throws {
    #expect(
      throws: RequestError(
        status: 400, code: "malformed-request",
        detail: #"If-None-Match is "7"; send "*" or quoted entity tags, such as If-None-Match: "7"."#)
    ) { try get("/", "If-None-Match: 7").ifNoneMatch() }
  }

  @Test("Weak entity tags match only in a weak comparison")
  func comparison() throws {
    let (strong, weak) = (EntityTag("7"), EntityTag("7", isWeak: true))
    let both: [(EntityTagCondition, EntityTag, strong: Bool, weak: Bool)] = [
      (.oneOf([strong]), strong, true, true), (.oneOf([weak]), strong, false, true),
      (.oneOf([strong]), weak, false, true),
      (.oneOf([weak]), weak, false, true), (.oneOf([EntityTag("8")]), strong, false, false), (.any, strong, true, true),
    ]
    for (condition, tag, isStrong, isWeak) in both {
      #expect(condition.matchesStrongly(tag) == isStrong)
      #expect(condition.matchesWeakly(tag) == isWeak)
    }
  }
}
