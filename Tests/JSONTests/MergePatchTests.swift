import JSON
import Testing

@Suite("A JSON merge patch")
struct MergePatchTests {
  /// The examples of RFC 7396, appendix A: original, patch, result.
  static let published: [(String, String, String)] = [
    (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
    (#"{"a":"b"}"#, #"{"a":null}"#, #"{}"#),
    (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
    (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
    (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
    (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
    (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
    (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
    (#"{"a":"foo"}"#, #"null"#, #"null"#),
    (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
    (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
    (#"[1,2]"#, #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
    (#"{}"#, #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
  ]

  @Test("The examples of RFC 7396 give the published results", arguments: published)
  func publishedExample(original: String, patch: String, result: String) throws {
    var value = try JSONValue(parsing: original)
    value.mergePatch(try JSONValue(parsing: patch))
    #expect(value.text == result)
  }

  @Test("A patch removes many members of a large object and keeps the order of the others")
  func largeObject() {
    var object = JSONObject((0..<1000).map { ("n\($0)", .integer(Int64($0))) })
    object.mergePatch(JSONObject((0..<1000).filter { $0 % 10 != 0 }.map { ("n\($0)", .null) }))
    #expect(object.names == (0..<100).map { "n\($0 * 10)" })
    #expect(object["n990"] == 990)
    #expect(object["n991"] == nil)
  }
}
