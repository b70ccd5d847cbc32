import JSON
import Testing

@Suite("A JSON object")
struct JSONObjectTests {
  @Test("keeps members in the order in which they were first given")
  func order() {
    var object: JSONObject = ["b": 1, "a": 2]
    object["c"] = 3
    object["b"] = 4
    #expect(object.names == ["b", "a", "c"])
    #expect(object.text == #"{"b":4,"a":2,"c":3}"#)
  }

  @Test("forgets a member set to nil, and takes it back as the last")
  func removal() {
    var object: JSONObject = ["a": 1, "b": 2]
    object["a"] = nil
    object["absent"] = nil
    #expect(object.text == #"{"b":2}"#)
    object["a"] = .null
    #expect(object.text == #"{"b":2,"a":null}"#)
  }

  @Test("lets the last of duplicate names win in the place of the first")
  func duplicates() {
    let object: JSONObject = ["a": 1, "b": 2, "a": 3]
    #expect(object.text == #"{"a":3,"b":2}"#)
  }

  @Test("takes canonically equivalent names for different ones", arguments: [0, 40])
  func exactNames(others: Int) {
    var object = JSONObject((0..<others).map { ("n\($0)", .null) })
    object["\u{212B}"] = 1
    object["A\u{30A}"] = 2
    #expect(object.count == others + 2)
    #expect(object["\u{212B}"] == 1)
    #expect(object["A\u{30A}"] == 2)
    #expect(object["\u{C5}"] == nil)
  }

  @Test("finds, replaces and removes the same in any size", arguments: [0, 1, 16, 17, 18, 1000])
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

  @Test("is a value: a copy does not change with it", arguments: [3, 30])
  func copies(count: Int) {
    let original = JSONObject((0..<count).map { ("n\($0)", .null) })
    var copy = original
    copy["n1"] = true
    copy["n2"] = nil
    #expect(original["n1"] == .null)
    #expect(original.count == count)
  }

  @Test("merges shallowly: members of the other win, nulls stay")
  func merge() {
    var object: JSONObject = ["a": ["x": 1], "b": 2]
    object.merge(["c": 3, "a": ["y": 2], "b": nil])
    #expect(object.text == #"{"a":{"y":2},"b":null,"c":3}"#)
  }

  @Test("is a collection of names and values")
  func collection() {
    let object: JSONObject = ["a": 1, "b": 2]
    #expect(object.map { "\($0.name)=\($0.value)" } == ["a=1", "b=2"])
    #expect(object[1].name == "b")
    #expect(object.last?.value == 2)
    #expect(JSONObject().isEmpty)
  }
}
