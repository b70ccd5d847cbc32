import JSON
import Testing

@testable import Navigation

@Suite struct RestorationTests {
  @Test("An app starts with its initial route and the content of that route")
  func start() throws {
    let app = App(
      "sample", version: 1, root: ContainerDefinition(kind: .stack, initial: "flow"),
      routes: [
        Route("flow", content: ContainerDefinition(kind: .stack, initial: "step")),
        Route("step", initialParams: ["n": 1], state: ["k": 2]),
      ])
    let step = Screen(id: "a3", route: "step", params: ["n": 1], state: ["k": 2])
    let flow = Screen(id: "a1", route: "flow", content: Container(id: "a2", kind: .stack, screens: [step]))
    #expect(try app.start().root == Container(id: "root", kind: .stack, screens: [flow]))
  }

  @Test("The start of an app with endless content is refused as too deep")
  func endless() {
    let app = App(
      "endless", version: 1, root: ContainerDefinition(kind: .stack, initial: "in"),
      routes: [Route("in", content: ContainerDefinition(kind: .stack, initial: "in"))])
    #expect { try app.start() } throws: { ($0 as? ActionError)?.refusal.code == "too-deep" }
  }

  @Test("Given ids are kept, and generated ids have higher numbers")
  func ids() throws {
    var journey = try Journey(at: [["id": "a7", "route": "home"], ["route": "item"], ["id": "x", "route": "flow"]])
    #expect(journey.outline == "a7:home a8:item x:flow[a9| a10:step]")
    try journey.send(["type": "push", "route": "item", "target": "root"])
    #expect(journey.tree.current.id == "a11")
  }

  @Test("The params in a navigation are merged over the initial params")
  func params() throws {
    let journey = try Journey(at: [["id": "x", "route": "page", "params": ["page": 2]]])
    #expect(journey.outline == "x:page{\"size\":10,\"page\":2}")
  }

  @Test("`reset` replaces all screens of a container")
  func reset() throws {
    var journey = try Journey(at: three)
    try journey.send([
      "type": "reset", "navigation": ["selected": 1, "screens": [["id": "n", "route": "note"], ["route": "page"]]],
    ])
    #expect(journey.outline == "n:note a1:page{\"size\":10,\"page\":1}")
  }

  @Test("`reset` applies to the deepest container, or to its `target`")
  func resetWhere() throws {
    var journey = try Journey(at: nested)
    try journey.send(["type": "reset", "navigation": ["screens": [["id": "u", "route": "item"]]]])
    #expect(journey.outline == "h:home f:flow[c| u:item]")
    try journey.send(["type": "reset", "target": "root", "navigation": ["screens": [["id": "h", "route": "home"]]]])
    #expect(journey.outline == "h:home")
  }

  @Test("A screen whose id is in a `reset` keeps its state")
  func resetKeepsState() throws {
    var journey = try Journey(at: [["id": "h", "route": "home", "state": ["n": 1]], ["id": "i", "route": "item"]])
    try journey.send(["type": "reset", "navigation": ["screens": [["id": "h", "route": "home"]]]])
    #expect(journey.tree.current == Screen(id: "h", route: "home", state: ["n": 1]))
  }

  @Test("A `reset` to the existing screens changes nothing")
  func resetToSame() throws {
    var journey = try Journey(at: three)
    #expect(try journey.send(["type": "reset", "navigation": ["screens": three]]) == [])
  }

  @Test(
    "A navigation with a fault is rejected as a whole, with a pointer to the fault",
    arguments: [
      ([:], "/screens"), (["screens": []], "/screens"), (["screens": [5]], "/screens/0"),
      (["screens": [["id": "x"]]], "/screens/0/route"), (["screens": [["route": "x"]]], "/screens/0/route"),
      (["screens": [["route": "home"]], "selected": 1], "/selected"),
      (["screens": [["route": "home"]], "selected": -1], "/selected"),
      (["screens": [["route": "home"]], "kind": "tabs"], "/kind"), (["screens": [["route": "home"]], "x": 1], "/x"),
      (["screens": [["route": "home"]], "id": "other"], "/id"),
      (["screens": [["route": "home", "id": ""]]], "/screens/0/id"),
      (["screens": [["route": "home", "id": "x"], ["route": "item", "id": "x"]]], "/screens/1/id"),
      (["screens": [["route": "home", "id": "root"]]], "/screens/0/id"),
      (["screens": [["route": "typed"]]], "/screens/0/params/id"),
      (["screens": [["route": "home", "params": 1]]], "/screens/0/params"),
      (["screens": [["route": "home", "content": [:]]]], "/screens/0/content"),
      (
        ["screens": [["route": "flow", "content": ["screens": [["route": "home"]]]]]],
        "/screens/0/content/screens/0/route"
      ),
      (
        ["screens": [["route": "flow", "content": ["id": "", "screens": [["route": "step"]]]]]],
        "/screens/0/content/id"
      ),
      (
        ["screens": [["route": "home"]], "presented": [["style": "x", "screen": ["route": "home"]]]],
        "/presented/0/style"
      ),
      (["screens": [["route": "home"]], "presented": [["style": "sheet"]]], "/presented/0/screen"),
    ] as [(JSONObject, String)])
  func faults(navigation: JSONObject, pointer: String) throws {
    var journey = try Journey(at: three)
    let refused = journey.refusal(of: ["type": "reset", "navigation": .object(navigation)])
    #expect(refused?.refusal.kind == .invalid)
    #expect(refused?.faults.map(\.pointer.description) == ["/navigation\(pointer)"])
  }

  @Test("All faults of a navigation are reported, in every container and every screen")
  func allFaults() throws {
    var journey = try Journey(at: three)
    let navigation: JSONValue = [
      "selected": 7, "x": 1,
      "screens": [
        ["id": "n", "route": "nope"], ["id": "n", "route": "home", "params": [1]],
        ["route": "flow", "content": ["screens": [], "selected": 0, "presented": 5]],
        ["route": "typed", "params": ["id": 5, "idd": 1]],
      ],
      "presented": [["style": "sheet", "screen": ["route": "flow", "content": ["open": true, "screens": [[:]]]]]],
    ]
    let refused = journey.refusal(of: ["type": "reset", "navigation": navigation])
    #expect(
      Set((refused?.faults ?? []).map(\.pointer.description))
        == Set(
          [
            "/x", "/selected", "/screens/0/route", "/screens/1/id", "/screens/1/params", "/screens/2/content/screens",
            "/screens/2/content/presented", "/screens/3/params/id", "/screens/3/params/idd",
            "/presented/0/screen/content/open", "/presented/0/screen/content/screens/0/route",
          ].map { "/navigation" + $0 }))
  }

  @Test("A `reset` cannot use an id from the rest of the tree")
  func resetTakesID() throws {
    var journey = try Journey(at: nested)
    let refused = journey.refusal(
      of: ["type": "reset", "navigation": ["screens": [["id": "h", "route": "step"]]]])
    #expect(refused?.faults.map(\.pointer.description) == ["/navigation/screens/0/id"])
  }
}
