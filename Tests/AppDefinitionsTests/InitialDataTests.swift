import JSON
import Navigation
import Testing

@testable import AppDefinitions

@Suite("Initial data")
struct InitialDataTests {
  private let app: App

  init() throws {
    let json = """
      {"app": "shop", "version": 1, "data": {"cart": [], "guest": null, "total": 0.5, "count": 1, "shop": {"city": "Rome"}},
      "root": {"kind": "stack"}, "routes": {"home": {}}}
      """
    app = try AppDefinition(try JSONValue(parsing: json)).app
  }

  @Test("The data of a creation is merged into that of the app")
  func merged() throws {
    let given: JSONObject = [
      "guest": ["name": "Ann", "age": nil], "total": 2, "count": 3, "shop": ["country": "Italy", "note": nil],
    ]
    let shop: JSONValue = ["city": "Rome", "country": "Italy"]
    #expect(
      try app.data(merging: given)
        == ["cart": [], "guest": ["name": "Ann"], "total": 2.0, "count": 3, "shop": shop])
    #expect(try app.data(merging: ["guest": nil])["guest"] == .null)
  }

  @Test(
    "An unknown member and a value of another type are refused",
    arguments: [
      (["crt": []], "unknown-member", "/data/crt", "did you mean `cart`?"),
      (
        ["cart": "soup"], "bad-member", "/data/cart",
        "must be an array, as in the definition of the app; it is a string."
      ),
      (["cart": nil], "bad-member", "/data/cart", "it is null."),
      (["shop": ["city": 7]], "bad-member", "/data/shop/city", "it is an integer."),
    ] as [(JSONObject, String, String, String)])
  func refused(given: JSONObject, code: String, place: String, reason: String) {
    do throws(ActionError) {
      _ = try app.data(merging: given)
      #expect(Bool(false), "\(given) is accepted")
    } catch {
      #expect(error.refusal.code == code)
      #expect(error.refusal.kind == .invalid)
      #expect(error.faults.map(\.pointer.text) == [place])
      #expect(error.refusal.detail.hasSuffix(reason), "\(error.refusal.detail)")
    }
  }
}
