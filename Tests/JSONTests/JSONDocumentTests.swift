import JSON
import Testing

@Suite("A JSON document")
struct JSONDocumentTests {
  static let text = """
    {
      "app": "shop",
      "routes": {
        "a/b": { "kind": 1, "é": [true,
          {"x": null}] }
      },
      "app": "last"
    }
    """

  @Test(
    "A document gives the line and the column at which each value begins",
    arguments: [
      ("", 1, 1), ("/app", 7, 10), ("/routes", 3, 13), ("/routes/a~1b", 4, 12), ("/routes/a~1b/kind", 4, 22),
      ("/routes/a~1b/é", 4, 30), ("/routes/a~1b/é/0", 4, 31), ("/routes/a~1b/é/1", 5, 7), ("/routes/a~1b/é/1/x", 5, 13),
    ])
  func positions(pointer: String, line: Int, column: Int) throws {
    let document = try JSONDocument(parsing: Self.text)
    let pointer = try #require(JSONPointer(pointer))
    #expect(document.position(of: pointer) == JSONPosition(line: line, column: column))
    #expect(pointer.evaluate(on: document.value) != nil)
  }

  @Test(
    "An absent value has no position in the text", arguments: ["/x", "/app/0", "/routes/a~1b/é/2", "/routes/a~1b/é/00"])
  func absent(pointer: String) throws {
    let document = try JSONDocument(parsing: Self.text)
    #expect(try document.position(of: #require(JSONPointer(pointer))) == nil)
  }

  @Test("A document distinguishes canonically equivalent member names")
  func exactNames() throws {
    let document = try JSONDocument(parsing: "{\"\u{E9}\": 1,\n\"e\u{301}\": 2}")
    #expect(document.position(of: JSONPointer().appending(name: "\u{E9}"))?.line == 1)
    #expect(document.position(of: JSONPointer().appending(name: "e\u{301}"))?.line == 2)
  }

  @Test("A document lists repeated members with their positions")
  func repeated() throws {
    let again = try JSONDocument(parsing: Self.text).repeatedMembers
    #expect(again.map(\.pointer.text) == ["/app"])
    #expect(again.map(\.position) == [JSONPosition(line: 7, column: 10)])
    let nested = try JSONDocument(parsing: #"[{"a": 1, "b": {"c": 1, "c": 2}, "a": 2, "a": 3}]"#)
    #expect(nested.repeatedMembers.map(\.pointer.text) == ["/0/b/c", "/0/a", "/0/a"])
    #expect(nested.repeatedMembers.map(\.position.column) == [30, 39, 47])
  }

  @Test("A document rejects the texts that the parser rejects")
  func fault() {
    #expect(throws: JSONError.self) { try JSONDocument(parsing: "{\n\"a\": }") }
    #expect(throws: JSONError.self) { try JSONDocument(parsing: "[[]]", maximumDepth: 1) }
  }
}
