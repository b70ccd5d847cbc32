import JSON
import Testing

@Suite("A JSON pointer")
struct JSONPointerTests {
  /// The document of RFC 6901 §5.
  static let document: JSONValue = [
    "foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8,
  ]

  @Test(
    "A pointer finds the values of the examples in RFC 6901",
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
    "A pointer to an absent value evaluates to nil",
    arguments: [
      "/bar", "/foo/2", "/foo/-", "/foo/00", "/foo/01", "/foo/+1", "/foo/", "/foo/0/x", "/foo/99999999999999999999",
      "//",
    ])
  func absent(text: String) throws {
    let pointer = try #require(JSONPointer(text))
    #expect(pointer.evaluate(on: Self.document) == nil)
  }

  @Test(
    "A text without a leading slash or with a bare tilde is not a pointer",
    arguments: ["a", "a/b", "/~", "/~2", "/a~"])
  func malformed(text: String) {
    #expect(JSONPointer(text) == nil)
  }

  @Test("A pointer is built by appending steps, and names are escaped")
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
