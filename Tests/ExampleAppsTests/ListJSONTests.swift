import ExampleApps
import JSON
import Navigation
import Testing

@Suite("What the app list looks like in JSON")
struct ListJSONTests {
  @Test("the state of the list is read as it is written", arguments: [nil, "r2"])
  func list(selection: String?) throws {
    let state = ListState(selection: selection)
    let rows = #"[{"id":"r1","count":1},{"id":"r2","count":42},{"id":"r3","count":100}]"#
    #expect(state.json.text == #"{"rows":\#(rows),"selection":\#(selection.map { "\"\($0)\"" } ?? "null")}"#)
    #expect(try ListState(json: state.json) == state)
  }

  @Test("the state of a count is read as it is written, null while it loads")
  func count() throws {
    #expect(RowCountState?.none.json == nil)
    for count in [42, .max, .min] {
      let state = RowCountState(count: count)
      #expect(state.json.text == "{\"count\":\(count)}")
      #expect(try RowCountState(json: state.json) == state)
    }
  }

  @Test(
    "nothing else is read as a list",
    arguments: [
      nil, [:], ["rows": []], ["rows": [], "selection": 1], ["rows": [], "selection": nil, "more": 1],
      ["rows": [["id": "r1", "count": 1.5]], "selection": nil], ["rows": [["id": 1, "count": 1]], "selection": nil],
      ["rows": [["id": "r1", "count": 1], ["id": "r1", "count": 2]], "selection": nil],
    ] as [JSONValue])
  func noList(json: JSONValue) {
    #expect(throws: JSONMismatch.self) { try ListState(json: json) }
  }

  @Test("nothing else is read as a count", arguments: [[:], 1, ["count": "1"], ["count": 1, "by": 1]] as [JSONValue])
  func noCount(json: JSONValue) {
    #expect(throws: JSONMismatch.self) { try RowCountState?(json: json) }
  }

  @Test(
    "each action is read as it is written",
    arguments: [
      .step(.increment), .step(.decrement), .setNavigation(selection: "r1"), .setNavigation(selection: nil),
      .load(count: 42), .loaded(count: -1),
    ] as [RowCountAction])
  func actions(action: RowCountAction) throws {
    #expect(try RowCountAction(action.action) == action)
  }
}
