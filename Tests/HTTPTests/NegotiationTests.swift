import Testing

@testable import HTTP

@Suite struct NegotiationTests {
  @Test(
    "The most specific range in Accept determines the quality of JSON",
    arguments: [
      ("application/json", 1000), ("*/*", 1000), ("application/*;q=0.5", 500), ("text/html", 0), ("", 1000),
      ("text/html, */*;q=0.1", 100), ("*/*, application/json;q=0", 0),
      ("application/*;q=0.2, application/json;q=0.3", 300),
      ("APPLICATION/JSON;Q=0.001", 1), ("application/json;charset=utf-8", 1000), ("application/json; q=1.000", 1000),
      ("application/json;q=1.001", 0), ("application/json;q=0.1234", 0), ("application/json;q=", 0), ("*/json", 0),
      ("application/json;q=2, */*;q=0.4", 400), ("json", 0), ("application/problem+json", 0),
      ("application/json;a=\"b,c\";q=0.7", 700),
    ])
  func quality(value: String, quality: Int) throws {
    let request = try get("/", "Accept: \(value)")
    #expect(request.quality(of: "application", "json") == quality)
    #expect(request.accepts("application", "json") == (quality > 0))
  }

  @Test("A request without Accept accepts any type, and several Accept lines form one list")
  func lines() throws {
    #expect(try get().accepts("text", "event-stream"))
    let request = try get("/", "Accept: text/html", "Accept: text/event-stream;q=0.9")
    #expect(request.quality(of: "text", "event-stream") == 900)
    #expect(!request.accepts("application", "json"))
  }

  @Test("A media type is parsed into its type and parameters regardless of case")
  func mediaType() throws {
    let type = try #require(try get("/", "Content-Type: Application/JSON ; Charset=\"UTF-8\";a=B;").contentType)
    #expect(type.isType("application", "json"))
    #expect(type.name == "application/json")
    #expect(type.charset == "utf-8")
    #expect(type.parameter("a") == "B")
    #expect(type.parameter("b") == nil)
  }

  @Test(
    "An invalid Content-Type yields no media type",
    arguments: ["", "json", "a/", "/b", "a/b c", "a/b;c", "a/b;c=", "a/b;c=\"d", "a/b;c =d", "a/b/c", "a/b, c/d"])
  func badMediaTypes(value: String) throws {
    #expect(try get("/", "Content-Type: \(value)").contentType == nil)
  }

  @Test("A missing or repeated Content-Type yields no media type")
  func contentTypeCount() throws {
    #expect(try get().contentType == nil)
    #expect(try get("/", "Content-Type: a/b", "Content-Type: a/b").contentType == nil)
  }

  @Test("A preference is found by its name and its first occurrence counts")
  func preferences() throws {
    let request = try get("/", "Prefer: Return=minimal; a=b, wait = 25", "Prefer: respond-async, return=representation")
    #expect(request.preference("return") == "minimal")
    #expect(request.preference("wait") == "25")
    #expect(request.preference("respond-async") == "")
    #expect(request.preference("handling") == nil)
    #expect(try get("/", "Prefer: return=\"minimal\"").preference("return") == "minimal")
    #expect(try get("/", "Prefer: =, ;, return=").preference("return") == nil)
  }
}
