import ExampleApps
import JSON
import Navigation
import Testing

@Suite("The JSON of the app list")
struct ListJSONTests {
  @Test("The state of the list is decoded from its own JSON", arguments: [nil, "r2"])
  func list(selection: String?) throws {
    let state = ListState(selection: selection)
    let rows = #"[{"id":"r1","count":1},{"id":"r2","count":42},{"id":"r3","count":100}]"#
    #expect(state.json.text == #"{"rows":\#(rows),"selection":\#(selection.map { "\"\($0)\"" } ?? "null")}"#)
    #expect(try ListState(json: state.json) == state)
  }

  @Test("The state of a count is decoded from its own JSON and is null during the load")
  func count() throws {
    #expect(RowCountState?.none.json == nil)
    for count in [42, .max, .min] {
      let state = RowCountState(count: count)
      #expect(state.json.text == "{\"count\":\(count)}")
      #expect(try RowCountState(json: state.json) == state)
    }
  }

  @Test(
    "Other JSON is rejected as the state of the list",
    arguments: [
      nil, [:], ["rows": []], ["rows": [], "selection": 1], ["rows": [], "selection": nil, "more": 1],
      ["rows": [["id": "r1", "count": 1.5]], "selection": nil], ["rows": [["id": 1, "count": 1]], "selection": nil],
      ["rows": [["id": "r1", "count": 1], ["id": "r1", "count": 2]], "selection": nil],
    ] as [JSONValue])
  func noList(json: JSONValue) {
    #expect(throws: JSONMismatch.self) { try ListState(json: json) }
  }

  @Test(
    "Other JSON is rejected as a count", arguments: [[:], 1, ["count": "1"], ["count": 1, "by": 1]] as [JSONValue])
  func noCount(json: JSONValue) {
    #expect(throws: JSONMismatch.self) { try RowCountState?(json: json) }
  }

  @Test(
    "Each action is decoded from its own JSON",
    arguments: [
      .step(.increment), .step(.decrement), .setNavigation(selection: "r1"), .setNavigation(selection: nil),
      .load(count: 42), .loaded(count: -1),
    ] as [RowCountAction])
  func actions(action: RowCountAction) throws {
    #expect(try RowCountAction(action.action) == action)
  }
}
