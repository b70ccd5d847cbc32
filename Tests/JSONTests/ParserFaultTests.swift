import JSON
import Testing

@Suite("Errors of the JSON parser")
struct ParserFaultTests {
  @Test(
    "A syntax error describes the found text and the expected one",
    arguments: [
      ("", "the end of the text where a value must begin"),
      (" \n ", "the end of the text where a value must begin"),
      ("\u{FEFF}1", "the byte 0xEF where a value must begin"),
      ("tru", "'t' does not begin a value"),
      ("True", "'T' where a value must begin"),
      ("nul", "'n' does not begin a value"),
      ("falsy", "'f' does not begin a value"),
      ("'a'", "''' where a value must begin"),
      ("1 2", "'2' after the end of the value"),
      ("[1,]", "']' where a value must begin"),
      ("[,1]", "',' where a value must begin"),
      ("[1 2]", "'2' where ',' or ']' is expected"),
      ("[1", "the end of the text where ',' or ']' is expected"),
      ("[", "the end of the text where a value must begin"),
      ("{\"a\":1", "the end of the text where ',' or '}' is expected"),
      ("{\"a\":1,}", "'}' where a member's name is expected"),
      ("{a:1}", "'a' where a member's name is expected"),
      ("{\"a\" 1}", "'1' where ':' is expected"),
      ("{\"a\":}", "'}' where a value must begin"),
      ("{", "the end of the text where a member's name is expected"),
      ("[1}", "'}' where ',' or ']' is expected"),
      ("/* */ 1", "'/' where a value must begin"),
      ("1\u{0}", "the byte 0x00 after the end of the value"),
      ("\u{A0}1", "the byte 0xC2 where a value must begin"),
      ("\u{B}1", "the byte 0x0B where a value must begin"),
      ("\"abc", "the text ends inside a string"),
      ("\"abc\\", "the end of the text after '\\' in a string"),
      ("\"a\nb\"", "the byte 0x0A inside a string"),
      ("\"\u{0}\"", "the byte 0x00 inside a string"),
      ("\"\\x41\"", "'x' after '\\' in a string"),
      ("[-1e400]", "the number -1e400 is out of range"),
      ("012", "a number that begins with 0"),
      ("1.e5", "'e' where a digit is expected after '.'"),
      ("-", "the end of the text where a digit is expected after '-'"),
      ("\"\\u12G4\"", "\\u without 4 hex digits"),
      ("\"\\u12", "\\u without 4 hex digits"),
      ("\"\\uD800\"", "\\uD800 is half a surrogate pair"),
      ("\"\\uDC00\\uD800\"", "\\uDC00 is half a surrogate pair"),
      ("\"\\uD800\\u0041\"", "\\uD800 is half a surrogate pair"),
      ("\"\\uD800\\uD800\\uDC00\"", "\\uD800 is half a surrogate pair"),
      ("\"\\uD800x\"", "\\uD800 is half a surrogate pair"),
    ])
  func syntax(text: String, message: String) {
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    #expect(!JSONValue.isText(Array(text.utf8)))
  }

  @Test("An error gives the byte offset, the line and the column in characters")
  func place() {
    let text = "{\r\n  \"é日😀\": tru\n}"
    #expect(throws: JSONError(offset: 18, line: 2, column: 10, message: Self.noValue)) { try JSONValue(parsing: text) }
    let error = JSONError(offset: 18, line: 2, column: 10, message: "what")
    #expect(error.description == "line 2, column 10: what")
  }

  static let noValue =
    "'t' does not begin a value; a value is an object, an array, a string, a number, true, false or null"

  @Test(
    "An error in a number or an escape is located at its beginning",
    arguments: [
      (#"["ab\uD800\u0041"]"#, 4), (#"[1, 1e999]"#, 4), (#"["ab\q"]"#, 4), (#"["abc"#, 5), (#"[01]"#, 1),
    ])
  func offsets(text: String, offset: Int) {
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    #expect(error?.offset == offset)
  }
}
