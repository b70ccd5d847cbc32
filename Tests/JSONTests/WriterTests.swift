import JSON
import Testing

@Suite("The JSON writer")
struct WriterTests {
  @Test("The writer writes no whitespace and keeps the order of members")
  func values() {
    let value: JSONValue = ["z": [nil, true, false, 1, 2.5, "x", [], [:]], "a": ["b": []]]
    #expect(value.text == #"{"z":[null,true,false,1,2.5,"x",[],{}],"a":{"b":[]}}"#)
  }

  @Test("The writer escapes only quotes, backslashes and control characters")
  func escapes() {
    let string = "\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1}\u{1F}\u{7F}é\u{2028}😀"
    #expect(JSONValue.string(string).text == #""\"\\/\b\f\n\r\t\u0000\u0001\u001f"# + "\u{7F}é\u{2028}😀\"")
    #expect(JSONValue.object(["\n": 1]).text == #"{"\n":1}"#)
  }

  @Test("A control character is escaped at any position of a string", arguments: 0..<40)
  func escapePositions(position: Int) throws {
    var characters = Array(repeating: Character("x"), count: 40)
    characters[position] = "\u{1}"
    let value = JSONValue.string(String(characters))
    #expect(value.text.utf8.count == 47)
    #expect(try JSONValue(parsing: value.text) == value)
  }

  @Test(
    "The writer writes integers of every length",
    arguments: [
      0, 9, 10, -10, 99, 100, 12345, -98765, 1_000_000_000_000, Int64.max, Int64.min,
    ])
  func integers(integer: Int64) {
    var writer = JSONWriter()
    writer.append(integer: integer)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == String(integer))
  }

  @Test("The writer appends pieces unchanged in the given order")
  func pieces() {
    var writer = JSONWriter(capacity: 1)
    writer.append("{\"revision\":")
    writer.append(integer: 7)
    writer.append(",\"state\":")
    writer.append(raw: Array("[".utf8))
    writer.append(raw: Array("(1]".utf8)[1...])
    writer.append(",\"name\":")
    writer.append(string: "a\"b")
    writer.append(",\"params\":")
    writer.append(object: ["a": 1])
    writer.append("}")
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == #"{"revision":7,"state":[1],"name":"a\"b","params":{"a":1}}"#)
  }
}
