import JSON
import Testing

@testable import Navigation

/// Tests of the plans of receipts.
@Suite struct PlanTests {
  @Test("A push or an insert is one step with the new screen and its index")
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

  @Test("The steps of a pop remove screens from the top down")
  func pop() throws {
    var journey = try Journey(at: three)
    #expect(
      try journey.plan(["type": "popToRoot"])
        == #"[{"step":"pop","container":"root","index":2,"id":"n"},{"step":"pop","container":"root","index":1,"id":"i"}]"#
    )
  }

  @Test("The replacement of a screen is one step")
  func replace() throws {
    var journey = try Journey(at: three)
    #expect(
      try journey.plan(["type": "replace", "route": "home"])
        == #"[{"step":"replace","container":"root","index":2,"id":"n","#
        + #""screen":{"id":"a1","route":"home","params":{},"state":{}}}]"#)
  }

  @Test("A pop of two screens and a push are a `pop` step and a `replace` step")
  func popAndPush() throws {
    var journey = try Journey(at: three)
    let plan = try journey.plan(["type": "pop", "count": 2], ["type": "push", "route": "home"])
    #expect(plan.hasPrefix(#"[{"step":"pop","container":"root","index":2,"id":"n"},{"step":"replace","#))
  }

  @Test("A screen that moves to the top is a `select` step with its new index")
  func moveToTop() throws {
    var journey = try Journey(at: [["id": "h", "route": "home"], ["id": "s", "route": "single"]])
    try journey.send(["type": "push", "route": "item"])
    #expect(
      try journey.plan(["type": "push", "route": "single"])
        == #"[{"step":"select","container":"root","index":1,"to":2}]"#)
  }

  @Test("The steps that present and dismiss a screen name the container and the index")
  func presentAndDismiss() throws {
    var journey = try Journey(at: three)
    #expect(
      try journey.plan(["type": "present", "route": "note", "style": "popover"])
        == #"[{"step":"present","container":"root","index":0,"style":"popover","#
        + #""screen":{"id":"a1","route":"note","params":{},"state":{}}}]"#)
    #expect(
      try journey.plan(["type": "dismiss"]) == #"[{"step":"dismiss","container":"root","index":0,"id":"a1"}]"#)
  }

  @Test("Changed params and states are `replace` steps, and equal params make no step")
  func params() throws {
    var journey = try Journey(at: three)
    #expect(
      try journey.plan(["type": "setParams", "params": ["n": 1]], ["type": "setState", "state": ["m": 2]])
        == #"[{"step":"replace","id":"n","params":{"n":1}},{"step":"replace","id":"n","state":{"m":2}}]"#)
    #expect(try journey.plan(["type": "setParams", "params": ["n": 1]]) == "[]")
  }

  @Test("A `reset` is one step that replaces the whole container")
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
  /// Returns the JSON of the plan of the change that these actions make.
  fileprivate mutating func plan(_ actions: JSONValue...) throws -> String {
    for action in actions { try app.reduce(Action(json: action), &draft) }
    return String(decoding: Plan(draft.finish().edits).json, as: UTF8.self)
  }
}
