import JSON
import TestSupport
import Reduction
import Testing

@testable import Navigation

@Suite struct TimerTests {
  private func journey() throws -> Journey {
    var journey = try Journey(.timerApp)
    journey.draft.begin(at: 1_000)
    return journey
  }

  private func boil(_ name: String = "boil", after delay: Int64) -> JSONValue {
    .object(TimerTestApp.boil(name, after: delay))
  }

  @Test("A timer is in the tree with its due time and its action")
  func pending() throws {
    var journey = try journey()
    let edits = try journey.send(boil(after: 500))
    let timer = Timer(id: "t2", screen: "a1", effect: "boil", fireAt: 1_500, action: Action("whistle"))
    #expect(edits == [.schedule(timer)])
    #expect(journey.tree.timers == [timer])
    #expect(timer.dueAction == Action("screen", ["id": "a1", "action": ["type": "whistle"]]))
  }

  @Test("A timer without a screen sends its action to the app")
  func own() {
    let timer = Timer(id: "t2", screen: nil, effect: "sync", fireAt: 0, action: Action("sync", ["n": 1]))
    #expect(timer.dueAction == Action("sync", ["n": 1]))
  }

  @Test("A timer replaces only a pending timer of the same name and the same screen")
  func replacing() throws {
    var journey = try journey()
    try journey.send(boil(after: 500))
    try journey.send(["type": "push", "route": "kettle"])
    try journey.send(boil(after: 100), boil("tea", after: 100))
    #expect(try journey.send(boil(after: 200)).map(\.kind) == ["unschedule", "schedule"])
    #expect(journey.tree.timers.map(\.fireAt) == [1_100, 1_200, 1_500])
    #expect(journey.tree.timers.map(\.effect) == ["tea", "boil", "boil"])
    #expect(journey.tree.timers.map(\.screen) == ["a3", "a3", "a1"])
  }

  @Test("A cancelled timer is removed, and cancelling an absent timer changes nothing")
  func cancelling() throws {
    var journey = try journey()
    try journey.send(boil(after: 500))
    #expect(try journey.send(["type": "off", "name": "tea"]) == [])
    #expect(try journey.send(["type": "off"]).map(\.kind) == ["unschedule"])
    #expect(try journey.send(["type": "off"]) == [])
    #expect(journey.tree.timers == [])
  }

  @Test("Several timers of one screen can be cancelled together")
  func cancellingAll() throws {
    var journey = try journey()
    try journey.send(boil("a/1", after: 1), boil("a/2", after: 2), boil("b", after: 3))
    try journey.draft.schedule(Action("x"), as: "a/1", of: nil, .after(.milliseconds(4)))
    journey.draft.cancelAll(of: "a1") { $0.rawValue.hasPrefix("a/") }
    #expect(journey.tree.timers.map(\.fireAt) == [1_003, 1_004])
  }

  @Test(
    "Delays are rounded up to milliseconds, and a negative delay counts as zero",
    arguments: [
      (Duration.nanoseconds(1), Int64(1_001)), (.milliseconds(1), 1_001), (.microseconds(1_001), 1_002),
      (.zero, 1_000), (.seconds(-5), 1_000), (.seconds(-9_000_000_000_000_000_000), 1_000),
      (.milliseconds(Timer.Limits().span), 1_000 + Timer.Limits().span),
    ])
  func delays(delay: Duration, fireAt: Int64) throws {
    var draft = try journey().draft
    try draft.schedule(Action("x"), as: "e", of: nil, .after(delay))
    #expect(draft.tree.timers.map(\.fireAt) == [fireAt])
  }

  @Test("A timer beyond the limits of time span or number is rejected")
  func limits() throws {
    var draft = try journey().draft
    var limits = Timer.Limits()
    limits.count = 2
    limits.span = 1_000
    draft.begin(at: 0, timers: limits)
    for delay in [Duration.milliseconds(1_000) + .nanoseconds(1), .seconds(9_000_000_000_000_000_000)] {
      let refused = #expect(throws: ActionError.self) {
        try draft.schedule(Action("x"), as: "e", of: nil, .after(delay))
      }
      #expect(refused?.refusal.code == "timer-too-late")
      #expect(refused?.refusal.kind == .invalid)
    }
    for effect in ["a", "b", "b"] { try draft.schedule(Action("x"), as: EffectID(effect), of: nil, .after(.zero)) }
    let refused = #expect(throws: ActionError.self) { try draft.schedule(Action("x"), as: "c", of: nil, .after(.zero)) }
    #expect(refused?.refusal.code == "too-many-timers")
    #expect(refused?.refusal.kind == .invalid)
  }

  @Test("A refused action neither starts nor cancels timers")
  func refused() throws {
    var journey = try journey()
    try journey.send(boil(after: 500))
    let former = journey.tree
    #expect(throws: ActionError.self) {
      try journey.send(boil(after: 100), boil("tea", after: 100), ["type": "off"], ["type": "leak"])
    }
    #expect(journey.tree == former)
  }

  @Test(
    "The timers of a removed screen are cancelled",
    arguments: [
      ["type": "pop"], ["type": "popToRoot"], ["type": "goBack"], ["type": "replace", "route": "kettle"],
      ["type": "remove", "id": "b"], ["type": "popTo", "id": "a"],
      ["type": "reset", "navigation": ["screens": [["id": "a", "route": "kettle"]]]],
      ["type": "reset", "navigation": ["screens": [["id": "b", "route": "cup"]]]],
    ] as [JSONValue])
  func leaving(action: JSONValue) throws {
    var journey = try Journey(.timerApp, at: [["id": "a", "route": "kettle"], ["id": "b", "route": "kettle"]])
    try journey.send(boil(after: 1), ["type": "screen", "id": "a", "action": boil(after: 2)])
    let remaining = journey.tree.timers.filter { $0.screen == "a" }
    try journey.send(action)
    let stays = journey.tree.screen("a") != nil
    #expect(journey.tree.timers == (stays ? remaining : []))
  }

  @Test(
    "A screen that stays, or is in a `reset` by its id, keeps its timers",
    arguments: [
      ["type": "push", "route": "kettle"], ["type": "setParams", "params": ["n": 1]],
      ["type": "reset", "navigation": ["screens": [["route": "kettle"], ["id": "b", "route": "kettle"]]]],
    ] as [JSONValue])
  func staying(action: JSONValue) throws {
    var journey = try Journey(.timerApp, at: [["id": "b", "route": "kettle"]])
    try journey.send(boil(after: 1))
    let timers = journey.tree.timers
    try journey.send(action)
    #expect(journey.tree.timers == timers)
  }

  @Test("Removing a screen cancels the timers of its content and of the screens over that")
  func inside() throws {
    var journey = try Journey(
      .timerApp,
      at: [
        ["id": "a", "route": "kettle"],
        [
          "id": "s", "route": "stove",
          "content": [
            "screens": [["id": "k", "route": "kettle"]],
            "presented": [["style": "sheet", "screen": ["id": "c", "route": "cup"]]],
          ],
        ],
      ])
    for id in ["a", "k", "c"] as [JSONValue] {
      try journey.send(["type": "screen", "id": id, "action": boil(after: 1)])
    }
    var other = journey
    try other.send(["type": "dismiss"])
    #expect(other.tree.timers.map(\.screen) == ["a", "k"])
    try journey.send(["type": "remove", "id": "s"])
    #expect(journey.tree.timers.map(\.screen) == ["a"])
  }

  @Test("`switchTo` cancels the timers of the discarded child, also for the same route")
  func switching() throws {
    let app = App(
      "switch", version: 1, root: ContainerDefinition(kind: .switch, initial: "kettle"),
      routes: [Route("kettle", feature: TimerTestApp.feature)])
    var journey = try Journey(app)
    try journey.send(boil(after: 1))
    try journey.send(["type": "switchTo", "route": "kettle"])
    #expect(journey.tree.timers == [])
  }

  @Test("Changes can be replayed on a tree that lacks the timers pending before them")
  func replay() throws {
    var journey = try journey()
    try journey.send(boil(after: 500))
    let beginning = try Draft(Journey(.timerApp).tree)
    let later = try journey.send(["type": "off"]) + journey.send(boil("tea", after: 5))
    var draft = beginning
    draft.replay(later)
    draft.restore(timers: journey.tree.timers)
    #expect(draft.tree == journey.tree)
  }
}

extension Edit {
  fileprivate var kind: String { String(describing: self).prefix { $0 != "(" }.description }
}
