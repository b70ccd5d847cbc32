import JSON
import Testing

@Suite("A JSON object")
struct JSONObjectTests {
  @Test("An object keeps its members in the order of insertion")
  func order() {
    var object: JSONObject = ["b": 1, "a": 2]
    object["c"] = 3
    object["b"] = 4
    #expect(object.names == ["b", "a", "c"])
    #expect(object.text == #"{"b":4,"a":2,"c":3}"#)
  }

  @Test("Setting a member to nil removes it, and setting it again appends it")
  func removal() {
    var object: JSONObject = ["a": 1, "b": 2]
    object["a"] = nil
    object["absent"] = nil
    #expect(object.text == #"{"b":2}"#)
    object["a"] = .null
    #expect(object.text == #"{"b":2,"a":null}"#)
  }

  @Test("The last of duplicate names wins, at the place of the first")
  func duplicates() {
    let object: JSONObject = ["a": 1, "b": 2, "a": 3]
    #expect(object.text == #"{"a":3,"b":2}"#)
  }

  @Test("Canonically equivalent names are distinct members", arguments: [0, 40])
  func exactNames(others: Int) {
    var object = JSONObject((0..<others).map { ("n\($0)", .null) })
    object["\u{212B}"] = 1
    object["A\u{30A}"] = 2
    #expect(object.count == others + 2)
    #expect(object["\u{212B}"] == 1)
    #expect(object["A\u{30A}"] == 2)
    #expect(object["\u{C5}"] == nil)
  }

  @Test("Members are found, replaced and removed in objects of any size", arguments: [0, 1, 16, 17, 18, 1000])
  func sizes(count: Int) {
    var object = JSONObject()
    for number in 0..<count { object["n\(number)"] = .integer(Int64(number)) }
    #expect(object.names == (0..<count).map { "n\($0)" })
    #expect((0..<count).allSatisfy { object["n\($0)"] == .integer(Int64($0)) })
    #expect(object["n\(count)"] == nil)
    guard count > 0 else { return }
    object["n0"] = "first"
    object["n\(count - 1)"] = nil
    #expect(object.count == count - 1)
    #expect(object["n\(count - 1)"] == nil)
    #expect(object["n0"] == (count > 1 ? "first" : nil))
  }

  @Test("Changing a copy does not change the original object", arguments: [3, 30])
  func copies(count: Int) {
    let original = JSONObject((0..<count).map { ("n\($0)", .null) })
    var copy = original
    copy["n1"] = true
    copy["n2"] = nil
    #expect(original["n1"] == .null)
    #expect(original.count == count)
  }

  @Test("Merging is shallow, replaces members and keeps nulls")
  func merge() {
    var object: JSONObject = ["a": ["x": 1], "b": 2]
    object.merge(["c": 3, "a": ["y": 2], "b": nil])
    #expect(object.text == #"{"a":{"y":2},"b":null,"c":3}"#)
  }

  @Test("An object is a collection of names and values")
  func collection() {
    let object: JSONObject = ["a": 1, "b": 2]
    #expect(object.map { "\($0.name)=\($0.value)" } == ["a=1", "b=2"])
    #expect(object[1].name == "b")
    #expect(object.last?.value == 2)
    #expect(JSONObject().isEmpty)
  }
}
