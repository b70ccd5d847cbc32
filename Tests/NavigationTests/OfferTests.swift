import JSON
import Testing

@testable import Navigation

@Suite struct OfferTests {
  @Test("The deepest container on the focus path handles an action")
  func deepest() throws {
    var journey = try Journey(at: nested)
    try journey.send(["type": "push", "route": "item"])
    #expect(journey.outline == "h:home f:flow[c| s:step t:step a1:item]")
  }

  @Test("A container passes a push of a route that it does not accept to its parent")
  func routeNotTaken() throws {
    var journey = try Journey(at: nested)
    try journey.send(["type": "push", "route": "note"])
    #expect(journey.outline == "h:home f:flow[c| s:step t:step] a1:note")
  }

  @Test("A container with nothing to pop passes the action to its parent", arguments: ["pop", "popToRoot", "goBack"])
  func nothingToPop(type: String) throws {
    var journey = try Journey(at: shallow)
    try journey.send(["type": .string(type)])
    #expect(journey.outline == "h:home")
  }

  @Test("A container without a match passes `popTo` to its parent")
  func noMatch() throws {
    var journey = try Journey(at: nested)
    try journey.send(["type": "popTo", "id": "h"])
    #expect(journey.outline == "h:home")
  }

  @Test("The deepest refusal is the response if no container handles an action")
  func deepestRefusal() throws {
    var journey = try Journey(at: nested)
    let refusal = journey.refusal(of: ["type": "popTo", "id": "x"])?.refusal
    #expect(refusal?.code == "nothing-to-pop-to")
    #expect(refusal?.detail.contains("\"c\"") == true)
  }

  @Test("A refusal by `to` or because of a duplicate ends the dispatch", arguments: ["narrow", "once"])
  func finalRefusal(route: String) throws {
    let app = App(
      "sample", version: 1, root: ContainerDefinition(kind: .stack, initial: "flow"),
      routes: [
        Route("flow", content: ContainerDefinition(kind: .stack, initial: "narrow")),
        Route("narrow", destinations: ["once"]), Route("once", identity: .single, onDuplicate: .refuse),
      ])
    var journey = try Journey(app)
    try journey.send(["type": "push", "route": "once"], ["type": "push", "route": "narrow"])
    #expect(journey.answer(to: ["type": "push", "route": "flow"]) == "409 destination-not-allowed")
    #expect(journey.answer(to: ["type": "push", "route": "once"]) == "409 duplicate")
  }

  @Test("A `pop` or a `push` is refused as covered if a screen is presented over the container")
  func coveredTabs() throws {
    for kind in Container.Kind.allCases {
      var journey = try Journey(.four(kind))
      try journey.send(["type": "present", "route": "note", "target": "root"])
      for type in ["pop", "popToRoot"] { #expect(journey.answer(to: ["type": .string(type)]) == "409 covered") }
      #expect(journey.answer(to: ["type": "push", "route": "d"]) == "409 covered")
    }
  }

  @Test("A `pop` of the first screen of a stack over a covered container is refused as covered")
  func coveredAround() throws {
    var journey = try Journey(.four(.tabs))
    try journey.send(["type": "present", "route": "more", "target": "root"])
    #expect(journey.answer(to: ["type": "pop"]) == "409 covered")
    #expect(!journey.app.abilities(of: journey.tree).pop)
  }

  @Test("The refusal of an action for another kind of container lists the actions of this kind")
  func otherKind() throws {
    var journey = try Journey(.four(.switch))
    #expect(
      journey.refusal(of: ["type": "push", "route": "d"])?.refusal
        == .state(
          "not-for-this-kind", "Action `push` does not apply to a switch container; it takes `switchTo`."))
    #expect(journey.answer(to: ["type": "goBack"]) == "409 nothing-to-go-back-to")
    journey = try Journey(.four(.tabs))
    let detail = journey.refusal(of: ["type": "openDrawer"])?.refusal.detail
    #expect(detail?.hasPrefix("Action `openDrawer` does not apply to a tabs container; it takes `select`, ") == true)
  }

  @Test("An action with a `target` is dispatched to that container alone")
  func target() throws {
    var journey = try Journey(at: nested)
    try journey.send(["type": "push", "route": "item", "target": "root"])
    #expect(journey.outline == "h:home f:flow[c| s:step t:step] a1:item")
    #expect(journey.answer(to: ["type": "push", "route": "note", "target": "c"]) == "409 route-not-taken")
  }

  @Test("An action with a `source` is dispatched to the container of that screen alone")
  func source() throws {
    var journey = try Journey(at: nested)
    try journey.send(["type": "pop", "source": "f"])
    #expect(journey.outline == "h:home")
    journey = try Journey(at: shallow)
    #expect(journey.answer(to: ["type": "pop", "source": "s"]) == "409 nothing-to-pop")
  }

  @Test(
    "An action with an absent `target` or `source` is refused",
    arguments: [
      ["type": "pop"], ["type": "push", "route": "item"], ["type": "setParams", "params": [:]],
      ["type": "reset", "navigation": ["screens": [["route": "home"]]]], ["type": "remove", "id": "h"],
    ] as [JSONObject])
  func gone(action: JSONObject) throws {
    var journey = try Journey(at: three)
    var named = action
    named["target"] = "x"
    #expect(journey.answer(to: .object(named)) == "409 container-gone")
    named["target"] = nil
    named["source"] = "x"
    #expect(journey.answer(to: .object(named)) == "409 screen-gone")
  }

  @Test("An action is refused if its `source` is not in its `target`")
  func sourceInTarget() throws {
    var journey = try Journey(at: nested)
    #expect(journey.answer(to: ["type": "pop", "source": "t", "target": "root"]) == "409 not-in-target")
    try journey.send(["type": "pop", "source": "t", "target": "c"])
    #expect(journey.outline == "h:home f:flow[c| s:step]")
  }

  @Test(
    "A covered container refuses an action on its list unless it is the `target`",
    arguments: [
      ["type": "push", "route": "item"], ["type": "pop"], ["type": "popTo", "id": "h"], ["type": "popToRoot"],
      ["type": "replace", "route": "item"], ["type": "insert", "route": "item", "index": 0],
      ["type": "reset", "navigation": ["screens": [["route": "home"]]]],
    ] as [JSONObject])
  func covered(action: JSONObject) throws {
    var journey = try Journey(at: three, presented: sheet)
    #expect(journey.answer(to: .object(action)) == "409 covered")
    var meant = action
    meant["target"] = "root"
    #expect(journey.answer(to: .object(meant)) == "200")
  }

  @Test(
    "An action that a covered container refuses is not passed to its parent", arguments: ["push", "pop", "popToRoot"])
  func coveredWithin(type: String) throws {
    var journey = try Journey(at: [
      ["id": "h", "route": "home"],
      [
        "id": "f", "route": "flow",
        "content": ["id": "c", "screens": [["id": "s", "route": "step"]], "presented": sheet],
      ],
    ])
    var action: JSONObject = ["type": .string(type)]
    if type == "push" { action["route"] = "item" }
    #expect(journey.answer(to: .object(action)) == "409 covered")
  }

  @Test("The content of a presented screen is on the focus path")
  func presentedContent() throws {
    var journey = try Journey(at: three, presented: [["style": "sheet", "screen": ["id": "p", "route": "flow"]]])
    try journey.send(["type": "push", "route": "item"])
    #expect(journey.outline == "h:home i:item n:note ^sheet p:flow[a1| a2:step a3:item]")
    #expect(journey.tree.currentPath == ["note", "flow", "item"])
  }
}
