import JSON
import Testing

@Suite("JSONConvertible")
struct JSONConvertibleTests {
  @Test("Values of standard types are decoded from their own JSON")
  func roundTrip() throws {
    func check<T: JSONConvertible & Equatable>(_ value: T, _ json: JSONValue) throws {
      #expect(value.json == json)
      #expect(try T(json: json) == value)
    }
    try check(true, true)
    try check(-5 as Int, -5)
    try check(Int64.max, .integer(.max))
    try check(2.5, 2.5)
    try check("x", "x")
    try check([1, 2], [1, 2])
    try check(nil as Int?, nil)
    try check(3 as Int?, 3)
    try check(["b": [1], "a": nil] as [String: [Int]?], ["a": nil, "b": [1]])
    try check(JSONValue.null, nil)
    try check(["a": 1] as JSONObject, ["a": 1])
  }

  @Test("Integers and doubles convert into each other when the value is exact")
  func numbers() throws {
    #expect(try Int(json: 2.0) == 2)
    #expect(try Double(json: 2) == 2)
    #expect(throws: JSONMismatch(expected: "an integer of 64 bits", found: 2.5)) { try Int64(json: 2.5) }
  }

  @Test("The members of a dictionary are encoded sorted by name")
  func sortedNames() {
    #expect(["b": 1, "a": 2, "ab": 3].json.text == #"{"a":2,"ab":3,"b":1}"#)
  }

  @Test("A mismatch describes the expected value, the found value and the place")
  func mismatch() throws {
    let error = #expect(throws: JSONMismatch.self) { try [String: [Int]](json: ["a": [1], "b/c": [1, "x"]]) }
    #expect(error?.pointer.text == "/b~1c/1")
    #expect(error?.description == #"/b~1c/1: found "x" where an integer of \#(Int.bitWidth) bits is expected"#)
    #expect(throws: JSONMismatch(expected: "a boolean", found: .null)) { try Bool(json: nil) }
  }

  @Test("A mismatch quotes only the beginning of a long string")
  func longString() {
    let error = #expect(throws: JSONMismatch.self) { try Bool(json: .string(String(repeating: "é", count: 1000))) }
    #expect(error?.description == "found \"\(String(repeating: "é", count: 60))…\" where a boolean is expected")
  }

  struct Note: JSONConvertible, Equatable {
    var count: Int
    var text: String?

    init(json: JSONValue) throws {
      let members = try JSONObject(json: json)
      count = try members.value("count")
      text = try members.value("text")
    }

    var json: JSONValue { ["count": count.json, "text": text.json] }
  }

  @Test("A custom type can decode its members by name")
  func ownType() throws {
    #expect(try Note(json: ["count": 1]) == Note(json: ["count": 1, "text": nil]))
    let absent = #expect(throws: JSONMismatch.self) { try [Note](json: [["text": "x"]]) }
    #expect(absent?.description == "/0/count: an integer of \(Int.bitWidth) bits is missing")
    let wrong = #expect(throws: JSONMismatch.self) { try Note(json: ["count": 1, "text": [1]]) }
    #expect(wrong?.description == "/text: found an array where a string is expected")
  }
}
