import JSON
import Testing

@testable import Navigation

/// What a receipt's plan says.
@Suite struct PlanTests {
  @Test("A push is one step with the new screen, wherever in the list it comes")
  func push() throws {
    var journey = try Journey(at: three)
    #expect(
      try journey.plan(["type": "push", "route": "item", "params": ["n": 1]])
        == #"[{"step":"push","container":"root","index":3,"screen":{"id":"a1","route":"item","params":{"n":1},"state":{}}}]"#
    )
    #expect(
      try journey.plan(["type": "insert", "route": "item", "index": 1])
        == #"[{"step":"push","container":"root","index":1,"screen":{"id":"a2","route":"item","params":{},"state":{}}}]"#
    )
  }

  @Test("What is popped goes from the top down")
  func pop() throws {
    var journey = try Journey(at: three)
    #expect(
      try journey.plan(["type": "popToRoot"])
        == #"[{"step":"pop","container":"root","index":2,"id":"n"},{"step":"pop","container":"root","index":1,"id":"i"}]"#
    )
  }

  @Test("A screen in the place of another is one step")
  func replace() throws {
    var journey = try Journey(at: three)
    #expect(
      try journey.plan(["type": "replace", "route": "home"])
        == #"[{"step":"replace","container":"root","index":2,"id":"n","#
        + #""screen":{"id":"a1","route":"home","params":{},"state":{}}}]"#)
  }

  @Test("A pop and a push elsewhere are two steps")
  func popAndPush() throws {
    var journey = try Journey(at: three)
    let plan = try journey.plan(["type": "pop", "count": 2], ["type": "push", "route": "home"])
    #expect(plan.hasPrefix(#"[{"step":"pop","container":"root","index":2,"id":"n"},{"step":"replace","#))
  }

  @Test("A screen that goes to the top is selected there")
  func moveToTop() throws {
    var journey = try Journey(at: [["id": "h", "route": "home"], ["id": "s", "route": "single"]])
    try journey.send(["type": "push", "route": "item"])
    #expect(
      try journey.plan(["type": "push", "route": "single"])
        == #"[{"step":"select","container":"root","index":1,"to":2}]"#)
  }

  @Test("What is presented and dismissed says over which container and how")
  func presentAndDismiss() throws {
    var journey = try Journey(at: three)
    #expect(
      try journey.plan(["type": "present", "route": "note", "style": "popover"])
        == #"[{"step":"present","container":"root","index":0,"style":"popover","#
        + #""screen":{"id":"a1","route":"note","params":{},"state":{}}}]"#)
    #expect(
      try journey.plan(["type": "dismiss"]) == #"[{"step":"dismiss","container":"root","index":0,"id":"a1"}]"#)
  }

  @Test("Params and state are replaced in their place, and an action without a difference has no step")
  func params() throws {
    var journey = try Journey(at: three)
    #expect(
      try journey.plan(["type": "setParams", "params": ["n": 1]], ["type": "setState", "state": ["m": 2]])
        == #"[{"step":"replace","id":"n","params":{"n":1}},{"step":"replace","id":"n","state":{"m":2}}]"#)
    #expect(try journey.plan(["type": "setParams", "params": ["n": 1]]) == "[]")
  }

  @Test("A reset container is replaced as a whole")
  func reset() throws {
    var journey = try Journey(at: three)
    let plan = try journey.plan(["type": "reset", "navigation": ["screens": [["id": "x", "route": "home"]]]])
    #expect(
      plan
        == #"[{"step":"replace","container":"root","with":\#(String(decoding: journey.tree.root.json, as: UTF8.self))}]"#
    )
  }
}

extension Journey {
  /// The plan of the change that these actions make, as a client sees it.
  fileprivate mutating func plan(_ actions: JSONValue...) throws -> String {
    for action in actions { try app.reduce(Action(json: action), &draft) }
    return String(decoding: Plan(draft.finish().edits).json, as: UTF8.self)
  }
}
