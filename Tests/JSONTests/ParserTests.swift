import JSON
import Testing

@Suite("The JSON parser")
struct ParserTests {
  @Test("The parser reads every kind of value with whitespace around it")
  func everyKind() throws {
    let text = "\r\n\t {\"a\" : [ null ,true,false, -1 , 2.5, \"x\",[ ],{ }]\n}\t"
    #expect(try JSONValue(parsing: text) == ["a": [nil, true, false, -1, 2.5, "x", [], [:]]])
  }

  @Test("The parser reads bytes, strings and buffers alike")
  func inputs() throws {
    let bytes = Array(#"{"é":"日本"}"#.utf8)
    let value = try JSONValue(parsing: bytes)
    #expect(value == ["é": "日本"])
    #expect(try bytes.withUnsafeBytes { try JSONValue(parsing: $0) } == value)
    #expect(try JSONValue(parsing: String(decoding: bytes, as: UTF8.self)) == value)
    #expect(throws: JSONError.self) { try JSONValue(parsing: UnsafeRawBufferPointer(start: nil, count: 0)) }
  }

  @Test("The parser decodes escapes in strings and names")
  func escapes() throws {
    let text = #""\"\\\/\b\f\n\r\t\u0000\u00e9\u00E9\u20AC\uD83D\uDE00\udbff\uDFFFend""#
    let expected = "\"\\/\u{8}\u{C}\n\r\t\u{0}\u{E9}\u{E9}\u{20AC}\u{1F600}\u{10FFFF}end"
    #expect(try JSONValue(parsing: text) == .string(expected))
    #expect(try JSONValue(parsing: #"{"\u0061":1}"#) == ["a": 1])
  }

  @Test("The parser accepts DEL, line separators and the largest scalar unescaped")
  func rawCharacters() throws {
    let string = "\u{7F}\u{80}\u{2028}\u{2029}\u{FFFE}\u{10FFFF}"
    #expect(try JSONValue(parsing: "\"\(string)\"") == .string(string))
  }

  @Test("The last of duplicate members wins in a parsed object")
  func duplicates() throws {
    #expect(try JSONValue(parsing: #"{"a":1,"b":2,"a":3,"\u0061":4}"#).text == #"{"a":4,"b":2}"#)
  }

  @Test("By default, the parser accepts 64 levels and rejects the 65th", arguments: ["[]", #"{"a":}"#])
  func depth(brackets: String) throws {
    func nested(_ levels: Int) -> String {
      let (open, close) = (String(brackets.dropLast()), String(brackets.suffix(1)))
      return String(repeating: open, count: levels - 1) + (open == "[" ? "[]" : "{}")
        + String(repeating: close, count: levels - 1)
    }
    #expect(try JSONValue(parsing: nested(64)).text == nested(64))
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: nested(65)) }
    #expect(error?.message == "a value nested more than 64 levels deep, the limit")
    #expect(try JSONValue(parsing: nested(1000), maximumDepth: 1000).text == nested(1000))
    #expect(throws: JSONError.self) { try JSONValue(parsing: "[]", maximumDepth: 0) }
  }

  @Test("Sibling values do not increase the depth")
  func siblings() throws {
    let text = "[" + String(repeating: "[[]],{},", count: 100) + "0]"
    #expect(try JSONValue(parsing: text, maximumDepth: 3).arrayValue?.count == 201)
  }

  @Test(
    "Invalid UTF-8 is rejected with its offset",
    arguments: [
      [0x80], [0xC3], [0xC3, 0x28], [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xE2, 0x82],
      [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF8], [0xFF],
    ])
  func invalidUTF8(sequence: [UInt8]) {
    for tail in [Array("\"".utf8), Array("\\n\"".utf8)] {
      let error = #expect(throws: JSONError.self) {
        try JSONValue(parsing: Array("[\"é".utf8) + sequence + tail + [0x5D])
      }
      #expect(error?.offset == 4)
      #expect(error?.message.contains("UTF-8") == true)
    }
    #expect(throws: JSONError.self) { try JSONValue(parsing: sequence) }
  }

  @Test("The parser reads 100,000 members of an object, with distinct names or the same name")
  func manyMembers() throws {
    let names = (0..<100_000).map { "n\($0)" }
    let value = try JSONValue(parsing: "{" + names.map { "\"\($0)\":0" }.joined(separator: ",") + "}")
    #expect(value.objectValue?.names == names)
    let duplicates = "{" + (0..<100_000).map { "\"n\":\($0)" }.joined(separator: ",") + "}"
    #expect(try JSONValue(parsing: duplicates) == ["n": 99_999])
  }
}
