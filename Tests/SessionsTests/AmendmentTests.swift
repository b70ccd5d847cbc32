import AppDefinitions
import JSON
import Navigation
import TestSupport
import Testing

@testable import Sessions

@Suite("Amendments")
struct AmendmentTests {
  private typealias Log = AmendedLog

  @Test("The new action takes the place of the former one, and the later changes follow")
  func later() throws {
    var log = try Log([.add(3), .push("item"), .note("x")])
    let report = try log.amend(2, .add(5))
    #expect(report.replayed == 2 && report.dropped.isEmpty)
    #expect(log.session.revision == 5 && log.n == 5 && log.notes == ["x"] && log.routes == ["home", "item"])
    try log.session.move(.undo(steps: 1))
    #expect(log.n == 3)
  }

  @Test("A later change that the state refuses is left out and named, and a batch as a whole")
  func dropped() throws {
    var log = try Log([.add(1), .add(4)])
    try log.session.send([.note("a"), .add(5)], isBatch: true)
    let report = try log.amend(2, .add(6))
    #expect(report.replayed == 1 && report.dropped.map(\.revision) == [4])
    #expect(report.dropped.map(\.refused.refusal.code) == ["condition-not-met"])
    #expect(log.n == 10 && log.notes == [])
  }

  @Test("Screens keep their ids if the route is the same; an action that names the id of another is left out")
  func ids() throws {
    var log = try Log([.push("item"), .push("item")])
    let ids = log.ids
    try log.session.send([Action("setParams", ["params": ["id": "b"], "source": .string(ids[1])])])
    #expect(try log.amend(2, .push("item", ["id": "z"])).dropped.isEmpty)
    #expect(log.ids == ids)
    let report = try log.amend(2, .push("form"))
    #expect(report.dropped.map(\.refused.refusal.code) == ["screen-gone"])
    #expect(log.ids[0] == ids[0] && !ids.contains(log.ids[1]) && log.ids[2] == ids[2])
  }

  @Test("An amendment after another takes no id of the state before, or of another change")
  func takenIDs() throws {
    var log = try Log([.push("item"), Action("goBack")])
    try log.amend(3, .push("item"))
    let ids = log.ids
    try log.amend(3, .push("item"))
    #expect(log.ids == ids && Set(ids).count == 3 && log.session.revision == 4)
    log = try Log([Action("reset", ["navigation": ["screens": [["route": "home"]]]])])
    try log.amend(2, .push("home"))
    let batch: JSONValue = [
      "actions": [["type": "push", "route": "home"], ["type": "push", "route": "home"]]
    ]
    try log.session.move(.amend(try Amendment(revision: 2, batch)))
    #expect(log.ids.count == 3 && Set(log.ids).count == 3)
  }

  @Test("A screen of several amendments gives its id to one screen")
  func takenTwice() throws {
    var log = try Log([.add(1)])
    let push: JSONValue = ["type": "push", "route": "item"]
    try log.amend(2, .push("item"))
    try log.session.send([Action("pop")])
    for count in 2...3 {
      let batch: JSONValue = ["actions": .array([JSONValue](repeating: push, count: count))]
      try log.session.move(.amend(try Amendment(revision: 2, batch)))
    }
    #expect(log.ids.count == 3 && Set(log.ids).count == 3)
  }

  @Test(
    "A given id that is like a generated one is kept for no other screen",
    arguments: [
      "a01", "a+1", "a-1", "a-9223372036854775808",
    ])
  func givenID(_ id: String) throws {
    var log = try Log([])
    let screens: JSONValue = [["route": "home", "id": .string(log.ids[0])], ["route": "item", "id": .string(id)]]
    try log.session.send([Action("reset", ["navigation": ["screens": screens]])])
    try log.amend(2, .push("item"))
    #expect(log.ids.count == 2 && Set(log.ids).count == 2 && log.ids[1] != id)
  }

  @Test("An id that a batch gives is made for no later screen of it")
  func givenInBatch() throws {
    var log = try Log([.add(1)])
    let screens: JSONValue = [["route": "home"], ["route": "item", "id": "a900"]]
    try log.session.send([Action("reset", ["navigation": ["screens": screens]]), .push("item")], isBatch: true)
    let ids = log.ids
    #expect(try log.amend(2, .add(2)).dropped.isEmpty)
    #expect(log.ids == ids && Set(ids).count == 3)
  }

  @Test("The same action again changes nothing")
  func same() throws {
    var log = try Log([.push("item"), Action("later"), .say("x"), .add(2)])
    let tree = log.session.tree
    for (revision, action) in [(2, Action.push("item")), (3, Action("later")), (4, .say("x")), (5, .add(2))] {
      #expect(try log.amend(revision, action).dropped.isEmpty)
      #expect(log.session.revision == 5 && log.session.tree == tree)
    }
  }

  @Test("What was undone is left out, and a jump leads past what it has left")
  func undone() throws {
    var log = try Log([.add(1), .add(2), .add(3)])
    try log.session.move(.undo(steps: 1))
    try log.session.send([.note("x")])
    #expect(try log.amend(2, .add(2)).replayed == 2)
    #expect(log.n == 4)
    try log.session.move(.jump(revision: 2))
    #expect(try log.amend(2, .add(4)).replayed == 0)
    #expect(log.n == 4 && log.notes == [])
  }

  @Test("Amendments compose, in any order, also after one was undone")
  func composed() throws {
    var log = try Log([.add(1), .note("x"), .add(2)])
    try log.amend(2, .add(3))
    try log.amend(4, .add(4))
    #expect(log.n == 7)
    try log.amend(3, .note("y"))
    #expect(log.n == 7 && log.notes == ["y"])
    try log.amend(2, .add(5))
    #expect(log.n == 9 && log.notes == ["y"])
    try log.session.move(.undo(steps: 2))
    try log.amend(2, .add(6))
    #expect(log.n == 10 && log.notes == ["x"])
  }

  @Test(
    "A revision that no action of the present state made is not amendable",
    arguments: [("start", 1), ("undone", 3), ("undo", 4), ("jump", 5), ("amend", 6)])
  func refused(example: (name: String, revision: Int)) throws {
    var log = try Log([.note("x"), .add(2)])
    try log.session.move(.undo(steps: 1))
    try log.session.move(.jump(revision: 1))
    try log.session.move(.undo(steps: 1))
    try log.amend(2, .note("y"))
    let revision = example.name == "amend" ? log.session.revision : example.revision
    #expect(log.refusal(of: revision, .add(1)) == "not-amendable")
    #expect(log.notes == ["y"])
  }

  @Test("A timer fires again at its time if it is set, and not if it is not")
  func timers() throws {
    var log = try Log([Action("later"), .note("x")])
    log.session.wait(10_000)
    #expect(log.notes == ["x", "alarm"] && log.session.revision == 4)
    try log.amend(3, .note("y"))
    #expect(log.notes == ["y", "alarm"] && log.session.pendingTimers.isEmpty)
    #expect(try log.amend(2, .note("z")).dropped.map(\.refused.refusal.code) == ["no-such-timer"])
    #expect(log.notes == ["z", "y"])
    log = try Log([.note("x"), .note("y")])
    try log.amend(2, Action("later"))
    #expect(log.session.pendingTimers.map(\.fireAt) == [11_000])
  }

  @Test("The answer of a call comes again; a call that was not answered ends with its action")
  func calls() throws {
    var log = try Log([.note("x"), Action("ask")])
    try log.session.answer(.response(status: 200, body: ""))
    try log.amend(2, .note("y"))
    #expect(log.notes == ["y", "answered"] && log.session.calls.isEmpty)
    log = try Log([Action("ask"), .note("x")])
    try log.amend(3, .note("y"))
    #expect(log.session.calls.count == 1)
    try log.amend(2, .note("z"))
    #expect(log.session.calls.isEmpty)
  }

  @Test("Outputs and calls are sent if the former action has not sent them")
  func sent() throws {
    var log = try Log([.say("a"), .say("b")])
    let same = try log.session.move(.amend(try Amendment(revision: 2, ["type": "say", "text": "a"])))
    #expect(!same.isChanged && same.outputs.isEmpty)
    let batch: JSONValue = ["actions": [["type": "say", "text": "a"], ["type": "say", "text": "c"], ["type": "ask"]]]
    let change = try log.session.move(.amend(try Amendment(revision: 2, batch)))
    #expect(change.outputs == [SentOutput(name: "said", value: "c")] && change.calls.count == 1)
  }

  @Test("Actions of the app that are named as requests of the server are actions")
  func names() throws {
    var log = try Log([
      .note("x"), Action("message", ["to": "m", "action": [:]]), Action("cancelTimer", ["timer": "t"]),
    ])
    #expect(try log.amend(2, .note("y")).dropped.isEmpty)
    #expect(log.notes == ["y", "m", "t"])
  }

  @Test("Before a restart nothing is amendable; a restart can be put in, and so can `forget`, which forgets")
  func restart() throws {
    var log = try Log([.add(1), Action("anew"), .add(2)])
    #expect(log.refusal(of: 2, .add(3)) == "not-amendable")
    try log.amend(4, .add(3))
    #expect(log.n == 3)
    log = try Log([.add(1), .add(2), .note("x")])
    try log.amend(3, Action("anew"))
    #expect(log.n == 0 && log.notes == ["x"])
    log = try Log([.add(1), .add(2), .note("x")])
    try log.amend(3, Action("erase"))
    #expect(log.n == 0 && log.session.past.undoState.oldest == 5)
    #expect(log.refusal(of: 4, .add(1)) == "revision-pruned")
  }

  @Test("At most 1,000 changes follow an amended one")
  func limit() throws {
    var log = try Log((0...1_001).map { .note("\($0)") })
    #expect(log.refusal(of: 2, .add(1)) == "not-amendable")
    let amendable = try AmendedLog.app().amendable(UndoState(at: 1_003), after: 0, upTo: 1_003, isFromBackend: true)
    #expect(amendable == 3...1_003)
    #expect(try log.amend(3, .add(1)).replayed == 1_000)
  }

  @Test("The result is that of the same actions from the revision before", arguments: 0..<40 as Range<UInt64>)
  func random(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var log = try Log([])
    // The session before each change, and the action that made it.
    var past: [(session: TransientSession, action: Action)] = []
    while past.count < 18 {
      let (before, action) = (log.session, Action.random(using: &random))
      if (try? log.session.send([action]))?.isChanged == true { past.append((before, action)) }
    }
    let (index, action) = (Int.random(in: 0..<18, using: &random), Action.random(using: &random))
    var expected = past[index].session
    guard (try? expected.send([action])) != nil else { return _ = #expect(log.refusal(of: index + 2, action) != nil) }
    var refused: [Int] = []
    for later in (index + 1)..<18 {
      do { try expected.send([past[later].action]) } catch { refused.append(later + 2) }
    }
    let report = try log.amend(index + 2, action)
    #expect(report.dropped.map(\.revision) == refused)
    #expect(Log.shape(log.session.tree.root) == Log.shape(expected.tree.root))
    #expect(log.session.tree.data == expected.tree.data)
  }
}
