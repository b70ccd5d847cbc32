import JSON
import Testing

@Suite("RawJSON")
struct RawJSONTests {
  private func raw(_ text: String, maximumDepth: Int = 64) throws -> RawJSON {
    try RawJSON(parsing: Array(text.utf8)[...], maximumDepth: maximumDepth)
  }

  private func text(_ raw: RawJSON) -> String { String(decoding: raw.bytes, as: UTF8.self) }

  /// A text that is longer than the buffer of the normalizer and than a part that is parsed at once.
  private static let long = String(repeating: "1,", count: 5_000) + "1"
  private static let longText = String(repeating: "ü-x", count: 5_000)

  @Test(
    "Raw JSON has the text of the parsed value",
    arguments: [
      "1", " \"a\" ", "[]", "{ }", "[1, 2]", "\t[1e2,-0,\"\\u0041\\/\"]\n", "{\"a\":[true , false],\"b\":null}",
      "[\(long)]", "[ \(long)]", "[\(long) ,{\"a\" :[\(long)]}]", "{\"a\":[\(long)],\"b\":1e0}",
      "{\"a\":1,\"b\":2,\"a\":3}", "{\"a\":[\(long)],\"b\":2,\"a\":3}",
      "[{\"b\":{\"a\":1,\"a\":[\(long)],\"a\":2}}, 1]",
      "[ {\"a\":[\(long)],\"a\":[\(long)]}]", "{\"\\u0061\":1,\"a\":{}}",
      "\"\(longText)\"", " [\"\(longText)\", 1]", "[\"\(longText)\",\"\(longText)\"]",
      "[\"a\\\"\(longText)\\\\\\n\(longText)\\u0000\"]", "[\"\(longText)\\u00e9\(longText)\"]",
      "[ \"\(longText)\\ud83d\\ude00\"]", "{\"a\":\"\(longText)\",\"a\":\"\\t\"}",
      "[\"\(String(repeating: "\\n", count: 9_000))\"]",
    ])
  func form(text: String) throws {
    #expect(self.text(try raw(text)) == (try JSONValue(parsing: text)).text)
  }

  @Test("Raw JSON shares the bytes of a text that is already normalized")
  func sharing() throws {
    let bytes = Array(" [\(Self.long)]\n".utf8)
    let raw = try RawJSON(parsing: bytes[...])
    #expect(raw.bytes.indices == 1..<bytes.count - 1)
  }

  @Test(
    "Raw JSON fails with the same error as the parser",
    arguments: [
      "", "[1,]", "{\"a\":1,}", "{\"a\":1,\"a\":}", "[\"\\x\"]", "[1] 2", "[[[1]]]", "[01]", "[99999999999999999999]",
      "{", "\"\(longText)", "[\"\(longText)\\", "[\"\(longText)\\x\"]", "[\"\(longText)\n\"]",
      "[\"\\ud800\(longText)\"]",
    ])
  func faults(text: String) {
    let parsed = Result { () throws(JSONError) in try JSONValue(parsing: text, maximumDepth: 2).text }
    let kept = Result { () throws(JSONError) in
      String(decoding: try RawJSON(parsing: Array(text.utf8)[...], maximumDepth: 2).bytes, as: UTF8.self)
    }
    #expect(kept == parsed)
  }

  @Test("Raw JSON rounds numbers as the parser does")
  func rounding() throws {
    let text = Array("[99999999999999999999,1e-999]".utf8)
    #expect(
      self.text(try RawJSON(parsing: text[...], roundingNumbers: true))
        == (try JSONValue(parsing: text, roundingNumbers: true)).text)
  }

  @Test("Raw JSON gives access to its parts and parses the short ones")
  func parts() throws {
    let value = try raw("{\"a\":[1,\"]\\\"\",{\"b\":[\(Self.long)]}],\"c\":{\"d\":2}, \"e\":\"\",\"f\":-1.5}").value
    #expect(value["c"] == ["d": 2] && value["c"]?.isRaw == false)
    #expect(value["e"] == "" && value["f"] == -1.5 && value["g"] == nil)
    #expect(value.objectValue?.names == ["a", "c", "e", "f"] && value.objectValue?.count == 4)
    let elements = try #require(value["a"]?.arrayValue)
    #expect(elements.count == 3 && elements[0] == 1 && elements[1] == "]\"" && elements[2].isRaw)
    #expect(elements[2]["b"]?.arrayValue?.count == 5_001)
  }

  @Test(
    "Raw JSON equals a parsed value of the same content and has the same hash",
    arguments: [
      ("[\(long)]", "[\(long)]", true), ("[\(long)]", "[\(long),1]", false), ("[\(long),1]", "[\(long)]", false),
      ("[\(long)]", "[1.0,\(long.dropFirst(2))]", true), ("[\(long)]", "[2,\(long.dropFirst(2))]", false),
      ("{\"a\":[\(long)],\"b\":1}", "{\"b\":1.0,\"a\":[\(long)]}", true),
      ("{\"a\":[\(long)],\"b\":1}", "{\"a\":[\(long)],\"c\":1}", false),
      ("{\"a\":[\(long)],\"b\":1}", "{\"a\":[\(long)]}", false), ("{\"a\":[\(long)]}", "[\(long)]", false),
    ])
  func equality(one: String, other: String, isEqual: Bool) throws {
    let (raw, parsed) = (try raw(one).value, try JSONValue(parsing: other))
    #expect((raw == parsed) == isEqual && (parsed == raw) == isEqual)
    #expect((raw == (try self.raw(other).value)) == isEqual)
    #expect((raw.hashValue == parsed.hashValue) == isEqual)
    #expect(raw.isRaw && !raw.expanded.isRaw && raw.expanded == raw)
  }

  @Test("The members of a raw object can be read and changed")
  func object() throws {
    var object = try #require(try raw("{\"a\":[\(Self.long)],\"b\":1}").value.objectValue)
    #expect(object.isRaw && object.encodedSize == JSONValue.object(object).text.utf8.count)
    object["b"] = 2
    object["a"] = nil
    #expect(object == ["b": 2] && !object.isRaw)
  }
}
