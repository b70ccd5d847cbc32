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
        == .oneOf([EntityTag("a,b"), EntityTag(""), EntityTag("c\\"), EntityTag("é")]))
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

  @Test(
    "A tag that a compressing proxy has changed is the tag of the server",
    arguments: ["W/\"7\"", "\"7-gzip\"", "\"7;gzip\"", "W/\"7-gzip\"", "\"7-br\"", "\"7--gzip\"", "\"7-zstd\""])
  func compressed(tag: String) throws {
    #expect(try ifMatch(tag)?.matches(EntityTag("7")) == true)
    #expect(try ifMatch(tag)?.matches(EntityTag("8")) == false)
  }

  @Test(
    "A tag with another ending is another tag",
    arguments: ["\"7-\"", "\"7-gzip2\"", "\"7-gzip-gzip\"", "\"-gzip7\"", "\"7gzip\""])
  func others(tag: String) throws {
    #expect(try ifMatch(tag)?.matches(EntityTag("7")) == false)
  }
}
