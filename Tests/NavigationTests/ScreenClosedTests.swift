import JSON
import Testing

@testable import Navigation

@Suite("Notifications of closed screens") struct ScreenClosedTests {
  /// Returns a journey with a stack of screens `a`, `b`, `c`, … and with the screens `p`, `q`, … presented over it.
  private func journey(_ routes: String..., presented: String...) throws -> Journey {
    func screens(_ routes: [String], _ ids: String) -> [JSONValue] {
      zip(ids, routes).map { id, route in ["id": .string(String(id)), "route": .string(route)] }
    }
    let listed = screens(routes, "abcd")
    let over = screens(presented, "pqrs").map { ["style": "sheet", "screen": $0] as JSONValue }
    return try Journey(Listener.app, at: .array(listed), presented: .array(over))
  }

  @Test(
    "Closing a screen in a stack notifies the screen below it, with the result if any",
    arguments: [
      (["type": "pop", "result": 1], "b:item=1"), (["type": "pop"], "b:item"),
      (["type": "pop", "result": nil], "b:item=null"), (["type": "pop", "source": "b", "result": [:]], "b:item={}"),
      (["type": "goBack", "result": ["n": 1]], "b:item={\"n\":1}"), (["type": "goBack"], "b:item"),
      (["type": "remove", "id": "b"], "b:item"), (["type": "popToRoot"], "b:item"),
      (["type": "popTo", "index": 0], "b:item"), (["type": "replace", "route": "note"], "b:item"),
    ] as [(JSONObject, String)])
  func stack(action: JSONObject, heard: String) throws {
    var journey = try journey("home", "item")
    let edits = try journey.send(.object(action))
    #expect(journey.heard == ["a": [.string(heard)]])
    #expect(edits.last == .state("a", former: [], new: [.string(heard)]))
  }

  @Test(
    "Closing several screens notifies only the opener of the lowest, with the result",
    arguments: [
      (["type": "pop", "count": 2, "result": 1], ["b": ["c:item=1"]]), (["type": "popToRoot"], ["a": ["b:page"]]),
      (["type": "pop", "count": 9, "result": 1], ["a": ["b:page=1"]]),
      (["type": "pop", "source": "c", "count": 2, "result": 1], ["a": ["b:page=1"]]),
      (["type": "pop", "source": "c", "result": 1], ["b": ["c:item=1"]]),
    ] as [(JSONObject, [String: JSONValue])])
  func several(action: JSONObject, heard: [String: JSONValue]) throws {
    var journey = try journey("home", "page", "item", "note")
    try journey.send(.object(action))
    #expect(journey.heard == heard)
  }

  @Test(
    "Closing a presented screen notifies the screen under it",
    arguments: [
      (["type": "dismiss", "result": 1], ["q": ["r:note=1"]]), (["type": "goBack", "result": 1], ["q": ["r:note=1"]]),
      (["type": "dismiss", "id": "q", "result": 1], ["p": ["q:page=1"]]),
      (["type": "dismiss", "count": 2, "result": 1], ["p": ["q:page=1"]]),
      (["type": "dismiss", "id": "p", "result": 1], ["b": ["p:page=1"]]), (["type": "dismissAll"], ["b": ["p:page"]]),
      (["type": "present", "route": "item", "mode": "replace"], ["q": ["r:note"]]),
    ] as [(JSONObject, [String: JSONValue])])
  func presented(action: JSONObject, heard: [String: JSONValue]) throws {
    var journey = try journey("home", "page", presented: "page", "page", "note")
    try journey.send(.object(action))
    #expect(journey.heard == heard)
  }

  @Test("Closing a screen over one with content notifies the innermost visible screen that listens")
  func inside() throws {
    var journey = try Journey(
      Listener.app,
      at: [
        ["id": "h", "route": "hall", "content": ["id": "c", "screens": [["id": "f", "route": "flow"]]]],
        ["id": "i", "route": "item"], ["id": "g", "route": "hall"], ["id": "n", "route": "note"],
      ])
    try journey.send(["type": "pop", "result": 1])
    #expect(journey.heard == ["g": ["n:note=1"]])
    try journey.send(["type": "pop", "count": 2])
    let page = journey.tree.current.id
    #expect(journey.tree.current.route == "page")
    #expect(journey.heard == [page: ["i:item"]])
  }

  @Test("`dismissAll` over nested containers reports the lowest dismissed screen")
  func dismissAll() throws {
    var journey = try Journey(
      Listener.app,
      at: [
        [
          "id": "f", "route": "flow",
          "content": [
            "id": "c", "screens": [["id": "s", "route": "page"]],
            "presented": [
              ["style": "sheet", "screen": ["id": "q", "route": "page"]]
            ],
          ],
        ]
      ], presented: [["style": "sheet", "screen": ["id": "p", "route": "note"]]])
    try journey.send(["type": "dismissAll"])
    #expect(journey.heard == ["s": ["q:page"]])
  }

  @Test(
    "An action that closes no opened screen sends no notification",
    arguments: [
      (["type": "switchTo", "route": "item"], "switch"), (["type": "select", "route": "item"], "tabs"),
      (["type": "goBack", "result": 1], "tabs"), (["type": "remove", "id": "a"], "item"),
      (["type": "replace", "route": "note", "source": "a"], "item"),
      (["type": "reset", "navigation": ["screens": [["id": "a", "route": "home"]]]], "item"),
      (["type": "push", "route": "page"], "home"), (["type": "setParams", "params": ["n": 1]], "item"),
    ] as [(JSONObject, String)])
  func unopened(action: JSONObject, route: String) throws {
    var journey = try journey("home", .init(route))
    if action["type"] == "goBack" { try journey.send(["type": "selectNext"]) }
    try journey.send(.object(action))
    #expect(journey.heard == [:])
  }

  @Test("A push that pops to a duplicate and a reselected tab that pops to its root notify openers")
  func otherWays() throws {
    var journey = try journey("home", "again", "item")
    try journey.send(["type": "push", "route": "again"])
    #expect(journey.heard == ["b": ["c:item"]])
    try journey.send(["type": "push", "route": "stacks"], ["type": "push", "route": "note"])
    let gone = journey.tree.current.id
    try journey.send(["type": "select", "route": "flow"])
    #expect(journey.tree.current.route == "page")
    #expect(journey.heard[journey.tree.current.id] == [.string("\(gone):note")])
  }

  @Test("A screen without `handlesClosed` is not notified", arguments: ["deaf", "item"])
  func deaf(route: String) throws {
    var journey = try journey("home", route, "item")
    #expect(try journey.send(["type": "pop", "result": "no"]).count == 1)
    #expect(journey.heard == [:])
  }

  @Test("A notification has the last params and state of the closed screen")
  func lastState() throws {
    var journey = try journey("home", "item")
    try journey.send(["type": "setState", "state": ["n": 1]], ["type": "setParams", "params": ["id": "x"]])
    let gone = try #require(journey.tree.screen("b"))
    let action = ScreenClosed(gone, result: 2).action
    #expect(
      JSONValue.object(action.fields).text
        == #"{"type":"closed","screen":{"id":"b","route":"item","params":{"id":"x"},"state":{"n":1}},"result":2}"#)
    #expect(try ScreenClosed(action) == ScreenClosed(gone, result: 2))
    #expect(try ScreenClosed(ScreenClosed(gone).action) == ScreenClosed(gone))
  }

  @Test("The outputs and effects of a notified screen belong to the same change")
  func effects() throws {
    var journey = try journey("home", "item", "item")
    try journey.send(["type": "pop"])
    try journey.app.reduce(Action("pop", ["result": "tell"]), &journey.draft)
    #expect(journey.draft.finish().outputs == [SentOutput(name: "note", value: "{}")])
    try journey.send(["type": "push", "route": "note"], ["type": "pop", "result": "later"])
    #expect(journey.heard == ["a": ["b:item=\"tell\"", "a1:note=\"later\"", "later"]])
  }

  @Test("An action is refused as a whole if the notified screen refuses it", arguments: ["pop", "goBack"])
  func refuses(type: String) throws {
    var journey = try journey("home", "item")
    #expect(journey.answer(to: ["type": .string(type), "result": "no"]) == "409 not-this")
    #expect(journey.outline == "a:home b:item")
  }

  @Test("A client cannot send an action that a feature does not list", arguments: ["closed", "later"])
  func forged(type: String) throws {
    var journey = try journey("home", "item", "home")
    let forged: JSONObject = [
      "type": .string(type), "screen": ["id": "x", "route": "item", "params": [:], "state": [:]],
    ]
    #expect(journey.answer(to: .object(forged)) == "422 unknown-action")
    #expect(journey.answer(to: ["type": "screen", "id": "a", "action": .object(forged)]) == "422 unknown-action")
    var named = forged
    named["source"] = "a"
    #expect(journey.answer(to: .object(named)) == "422 unknown-action")
    #expect(journey.answer(to: ["type": "forget"]) == "200")
  }

  @Test("The server can send an action that a feature does not list")
  func fromServer() throws {
    var journey = try journey("home")
    try journey.app.reduce(Action("later"), &journey.draft, from: .server)
    try journey.app.reduce(
      Action("screen", ["id": "a", "action": ["type": "later"]]), &journey.draft, from: .server)
    #expect(journey.heard == ["a": ["later", "later"]])
  }
}
