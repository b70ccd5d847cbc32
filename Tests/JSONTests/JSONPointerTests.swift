import JSON
import Testing

@Suite("A JSON pointer")
struct JSONPointerTests {
  /// The document of RFC 6901 §5.
  static let document: JSONValue = [
    "foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8,
  ]

  @Test(
    "finds what the RFC's examples find",
    arguments: [
      ("", document), ("/foo", ["bar", "baz"]), ("/foo/0", "bar"), ("/", 0), ("/a~1b", 1), ("/c%d", 2), ("/e^f", 3),
      ("/g|h", 4), ("/i\\j", 5), ("/k\"l", 6), ("/ ", 7), ("/m~0n", 8),
    ] as [(String, JSONValue)])
  func published(text: String, value: JSONValue) throws {
    let pointer = try #require(JSONPointer(text))
    #expect(pointer.evaluate(on: Self.document) == value)
    #expect(pointer.text == text)
  }

  @Test(
    "finds nothing where nothing stands",
    arguments: [
      "/bar", "/foo/2", "/foo/-", "/foo/00", "/foo/01", "/foo/+1", "/foo/", "/foo/0/x", "/foo/99999999999999999999",
      "//",
    ])
  func absent(text: String) throws {
    let pointer = try #require(JSONPointer(text))
    #expect(pointer.evaluate(on: Self.document) == nil)
  }

  @Test(
    "is not what neither is empty nor begins with a slash, nor holds a bare tilde",
    arguments: ["a", "a/b", "/~", "/~2", "/a~"])
  func malformed(text: String) {
    #expect(JSONPointer(text) == nil)
  }

  @Test("is built step by step and escapes names")
  func building() {
    let pointer = JSONPointer().appending(name: "routes").appending(name: "~/").appending(index: 3)
    #expect(pointer.text == "/routes/~0~1/3")
    #expect(pointer == JSONPointer("/routes/~0~1/3"))
    #expect(pointer.parent?.text == "/routes/~0~1")
    #expect(JSONPointer().parent == nil)
    #expect(JSONPointer().appending(name: "").text == "/")
    #expect(JSONPointer().appending(name: "a").appending(pointer).text == "/a/routes/~0~1/3")
  }
}
