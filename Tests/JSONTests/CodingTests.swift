import Foundation
import JSON
import Testing

@Suite("The synthesised conversion to JSON")
struct CodingTests {
  struct Cart: Codable, Equatable, JSONConvertible {
    var items: [Item] = []
    var note: String?
    var theme = Theme.light
    var prices: [String: Double] = [:]
    var tags: Set<String> = []
  }

  struct Item: Codable, Equatable {
    var id: Int8
    var isPaid: Bool?
  }

  enum Theme: String, Codable, CaseIterable { case light, dark }

  enum Phase: Codable, Equatable, JSONConvertible {
    case idle
    case boiling(since: Int, note: String?)
  }

  struct Empty: Codable, Equatable, JSONConvertible {}

  @Test("Members are encoded in their order, without those that are nil")
  func writes() {
    let cart = Cart(items: [Item(id: 1), Item(id: 2, isPaid: false)], theme: .dark)
    #expect(
      cart.json.text
        == #"{"items":[{"id":1},{"id":2,"isPaid":false}],"theme":"dark","prices":{},"tags":[]}"#)
    #expect(Phase.idle.json.text == #"{"idle":{}}"#)
    #expect(Phase.boiling(since: 5, note: nil).json.text == #"{"boiling":{"since":5}}"#)
    #expect(Empty().json.text == "{}")
  }

  @Test("Sets and dictionaries are encoded in sorted order")
  func order() {
    let names = (0..<20).map { "n\($0)" }
    let cart = Cart(prices: Dictionary(uniqueKeysWithValues: names.map { ($0, 1) }), tags: Set(names))
    #expect(cart.json["prices"]?.objectValue?.names == names.sorted())
    #expect(cart.json["tags"]?.arrayValue?.compactMap(\.stringValue) == names.sorted())
  }

  @Test(
    "A value is decoded from its own JSON",
    arguments: [
      Cart(),
      Cart(items: [Item(id: -128, isPaid: true)], note: "é", theme: .dark, prices: ["a": 0.5], tags: ["x", "y"]),
    ])
  func roundTrip(cart: Cart) throws {
    #expect(try Cart(json: cart.json) == cart)
    #expect(try JSONValue(parsing: cart.json.text).decoded() == cart)
  }

  @Test("An absent member and null are decoded as nil")
  func optional() throws {
    #expect(try Item(id: 1) == JSONValue(parsing: #"{"id":1,"isPaid":null}"#).decoded())
    #expect(try Phase(json: ["boiling": ["since": 1]]) == .boiling(since: 1, note: nil))
  }

  @Test(
    "A mismatched value is rejected with its place and the expected type",
    arguments: [
      (#"[]"#, "found an array where an object is expected"),
      (#"{"theme":"light","prices":{},"tags":[]}"#, "/items: an array is missing"),
      (
        #"{"items":[{"id":"x"}],"theme":"light","prices":{},"tags":[]}"#,
        #"/items/0/id: found "x" where an integer from -128 to 127 is expected"#
      ),
      (
        #"{"items":[{"id":1,"size":2}],"theme":"light","prices":{},"tags":[]}"#,
        "/items/0/size: found 2 where no member besides `id`, `isPaid` is expected"
      ),
      (
        #"{"items":[],"theme":"red","prices":{},"tags":[]}"#,
        #"/theme: found "red" where one of "light", "dark" is expected"#
      ),
      (
        #"{"items":[],"theme":"light","prices":{"a":"b"},"tags":[]}"#,
        #"/prices/a: found "b" where a number is expected"#
      ),
    ])
  func refuses(text: String, description: String) throws {
    let error = #expect(throws: JSONMismatch.self) { try Cart(json: JSONValue(parsing: text)) }
    #expect(error?.description == description)
  }

  @Test("Unknown members, cases and labels are rejected, also for an empty type")
  func strict() {
    #expect(throws: JSONMismatch.self) { try Empty(json: ["a": 1]) }
    #expect(throws: JSONMismatch.self) { try Empty(json: 7) }
    #expect(throws: JSONMismatch.self) { try Phase(json: ["cold": [:]]) }
    #expect(throws: JSONMismatch.self) { try Phase(json: ["idle": ["a": 1]]) }
    #expect(throws: JSONMismatch.self) { try Phase(json: ["idle": [:], "more": 1]) }
    #expect(throws: JSONMismatch.self) { try Phase(json: "idle") }
  }

  @Test("An unsigned integer beyond the range of Int64 is rejected")
  func unsigned() throws {
    #expect(try JSONValue(encoding: [UInt64(5)]) == [5])
    #expect(throws: EncodingError.self) { try JSONValue(encoding: Wide(value: .max)) }
  }

  struct Wide: Codable { var value: UInt64 }

  @Test("JSON values work with the coders of Foundation")
  func foundation() throws {
    let value: JSONValue = ["a": [1, 2.5, nil, true, "é"], "b": [:]]
    #expect(try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value)) == value)
    #expect(try JSONDecoder().decode(JSONObject.self, from: JSONEncoder().encode(value)).json == value)
  }
}
