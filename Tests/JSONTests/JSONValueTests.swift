import JSON
import Testing

@Suite("A JSON value")
struct JSONValueTests {
  @Test("A JSON value takes at most 17 bytes, and an object 8")
  func size() {
    #expect(MemoryLayout<JSONValue>.size <= 17)
    #expect(MemoryLayout<JSONObject>.size == 8)
  }

  @Test("Objects with the same members are equal in any order", arguments: [2, 100])
  func memberOrder(count: Int) {
    let names = (0..<count).map { "n\($0)" }
    let forward = JSONValue.object(JSONObject(names.map { ($0, .string($0)) }))
    let backward = JSONValue.object(JSONObject(names.reversed().map { ($0, .string($0)) }))
    #expect(forward == backward)
    #expect(forward.hashValue == backward.hashValue)
    #expect(forward.text != backward.text)
  }

  @Test("Objects with a different member value, member name or member count are not equal")
  func memberDifferences() {
    let value: JSONValue = ["a": 1, "b": 2]
    #expect(value != ["a": 1, "b": 3])
    #expect(value != ["a": 1, "c": 2])
    #expect(value != ["a": 1])
    #expect(value != ["b": 1, "a": 2])
    #expect(value != [["a", 1], ["b", 2]])
  }

  @Test("An integer and a double of the same value are equal")
  func numericEquality() {
    #expect(JSONValue.integer(1) == .number(1.0))
    #expect(JSONValue.number(1.0) == .integer(1))
    #expect(JSONValue.integer(1).hashValue == JSONValue.number(1.0).hashValue)
    #expect(JSONValue.integer(0) == .number(-0.0))
    #expect(JSONValue.integer(0).hashValue == JSONValue.number(-0.0).hashValue)
    #expect(JSONValue.number(1.5) != .integer(1))
    #expect(JSONValue.integer(.max) != .number(9_223_372_036_854_775_808))
    #expect(JSONValue.integer(9_007_199_254_740_993) != .number(9_007_199_254_740_992))
    #expect(JSONValue.integer(.min) == .number(-9_223_372_036_854_775_808))
  }

  @Test("A NaN equals itself")
  func notANumber() {
    #expect(JSONValue.number(.nan) == .number(.nan))
    #expect(JSONValue.number(.nan).hashValue == JSONValue.number(-.nan).hashValue)
    #expect(JSONValue.number(.infinity) != .number(-.infinity))
  }

  @Test("Values of different kinds are not equal even when they look alike")
  func kinds() {
    let values: [JSONValue] = [.null, false, true, 0, 1, "", "0", "null", [], [0], [:], ["0": 0]]
    for (left, leftValue) in values.enumerated() {
      for (right, rightValue) in values.enumerated() {
        #expect((leftValue == rightValue) == (left == right), "\(leftValue) and \(rightValue)")
      }
    }
    #expect(Set(values).count == values.count)
  }

  @Test("Strings are compared by their bytes, not by Unicode equivalence")
  func exactStrings() {
    #expect("\u{E9}" as String == "e\u{301}", "Swift compares strings by canonical equivalence")
    #expect(JSONValue.string("\u{E9}") != .string("e\u{301}"))
    #expect(JSONValue.string("\u{212B}") != .string("A\u{30A}"), "Canonically equivalent strings of three bytes each")
    #expect(Set<JSONValue>(["\u{E9}", "e\u{301}"]).count == 2)
    #expect(JSONValue.string("a string of many bytes, é") == .string("a string of many bytes, \u{E9}"))
    #expect(JSONValue.string("a string of many bytes 1") != .string("a string of many bytes 2"))
  }

  @Test("Each accessor returns a value only of its own kind")
  func access() {
    let value: JSONValue = ["b": true, "i": 7, "d": 2.5, "s": "x", "a": [1, 2], "o": ["n": nil]]
    #expect(value["b"]?.boolValue == true)
    #expect(value["i"]?.integerValue == 7)
    #expect(value["i"]?.numberValue == 7.0)
    #expect(value["d"]?.numberValue == 2.5)
    #expect(value["d"]?.integerValue == nil)
    #expect(JSONValue.number(2.0).integerValue == 2)
    #expect(value["s"]?.stringValue == "x")
    #expect(value["s"]?.integerValue == nil)
    #expect(value["a"]?.arrayValue == [1, 2])
    #expect(value["a"]?[1] == 2)
    #expect(value["a"]?[2] == nil)
    #expect(value["a"]?[-1] == nil)
    #expect(value["o"]?.objectValue == ["n": nil])
    #expect(value["o"]?["n"]?.isNull == true)
    #expect(value["a"]?["n"] == nil)
    #expect(value["absent"] == nil)
  }
}
