import JSON
import Navigation
import Testing

@testable import Sessions

@Suite("Repeated amendments")
struct RepeatedAmendmentTests {
  private static let push: JSONValue = ["type": "push", "route": "item", "params": ["id": "a"]]
  private static let pop: JSONValue = ["type": "pop"]
  private static let note: JSONValue = ["type": "note", "text": "x"]

  /// Amends a revision twice, and expects that the second time nothing changes.
  private func amendTwice(
    _ mix: inout AmendedMix, _ revision: Int, _ action: JSONValue, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let amendment = try Amendment(revision: revision, action)
    let change = try mix.session.move(.amend(amendment))
    #expect(change.isChanged, sourceLocation: location)
    try repeats(&mix, amendment, after: change, location)
  }

  private func repeats(
    _ mix: inout AmendedMix, _ amendment: Amendment, after first: TransientSession.Change,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let state = mix.state
    let change = try mix.session.move(.amend(amendment))
    #expect(!change.isChanged && change.outputs.isEmpty, sourceLocation: location)
    // What a change has dropped stays so; without a change nothing was.
    let dropped = first.isChanged ? [] : first.report?.dropped.map(\.revision)
    #expect(change.report?.dropped.map(\.revision) == dropped && mix.state == state, sourceLocation: location)
  }

  @Test("A screen that has gone in the end takes no id of another one", arguments: AmendedMix.roots)
  func gone(root: String) throws {
    var mix = try AmendedMix(root: root)
    try mix.send(Self.note, Self.note)
    try amendTwice(&mix, 2, ["actions": [Self.push, Self.pop, Self.push]])
    let id = mix.session.tree.current.id
    try mix.send(["type": "setParams", "params": ["id": "b"], "source": .string(id)])
    #expect(try mix.session.move(.amend(try Amendment(revision: 3, Self.push))).report?.dropped.isEmpty == true)
    #expect(mix.session.tree.screen(id)?.params["id"] == "b")
  }

  @Test("A later screen gets no id of a visit to one that the amendment has removed")
  func visits() throws {
    var mix = try AmendedMix(root: AmendedMix.roots[1])
    try mix.send(Self.note, Self.push, Self.pop)
    try mix.session.move(.amend(try Amendment(revision: 2, ["actions": [Self.push, Self.push]])))
    try mix.send(Self.push)
    let visits = mix.session.tree.root.focus.visits ?? []
    #expect(!visits.contains(mix.session.tree.current.id))
  }

  @Test("A firing that was left out has ended its timer", arguments: ["later", "often"])
  func firing(type: String) throws {
    var mix = try AmendedMix(root: AmendedMix.roots[0])
    try mix.send(Self.note, type == "later" ? ["type": "later", "span": 1] : ["type": "often"])
    mix.session.wait(8_000)
    let amendment = try Amendment(revision: 2, ["type": "add", "by": 5])
    let change = try mix.session.move(.amend(amendment))
    #expect(change.report?.dropped.map(\.revision) == [4])
    #expect(mix.session.pendingTimers.count == (type == "later" ? 0 : 1))
    try repeats(&mix, amendment, after: change)
    #expect(throws: ActionError.self) { try mix.session.move(.amend(Amendment(revision: 4, Self.note))) }
  }

  @Test("A timer keeps the time to which undo and redo have moved it")
  func moved() throws {
    var mix = try AmendedMix(root: AmendedMix.roots[0])
    try mix.send(Self.note)
    let amendment = try Amendment(revision: 2, ["type": "later", "span": 20])
    let change = try mix.session.move(.amend(amendment))
    try mix.session.move(.undo(steps: 1))
    mix.session.wait(5_000)
    try mix.session.move(.redo(steps: 1))
    try repeats(&mix, amendment, after: change)
  }

  @Test("A timer that has fired in a change that was undone does not fire again")
  func undoneFiring() throws {
    var mix = try AmendedMix(root: AmendedMix.roots[0])
    try mix.send(Self.note, ["type": "later", "span": 1])
    mix.session.wait(2_000)
    try mix.session.move(.undo(steps: 1))
    #expect(try !mix.session.move(.amend(Amendment(revision: 2, Self.note))).isChanged)
    try mix.session.move(.amend(Amendment(revision: 3, ["type": "later", "span": 9])))
    #expect(mix.session.pendingTimers.map(\.fireAt) == [10_000])
  }

  @Test("Screens that a guard keeps from being made take no ids")
  func guarded() throws {
    var mix = try AmendedMix(root: AmendedMix.roots[0])
    try mix.send(Self.note, Self.note)
    try amendTwice(&mix, 2, ["type": "push", "route": "vault"])
    #expect(mix.session.tree.current.route == "form")
  }

  @Test("Screens of a restored navigation keep their ids")
  func restored() throws {
    var mix = try AmendedMix(root: AmendedMix.roots[0])
    try mix.send(Self.push, Self.note)
    let screens: JSONValue = [["route": "home"], ["route": "nest"], ["route": "item"], ["route": "item"]]
    try amendTwice(&mix, 2, ["type": "reset", "navigation": ["screens": screens]])
  }

  @Test("The ids of a part that was rolled back are free for the next part")
  func rolledBack() throws {
    var mix = try AmendedMix(root: AmendedMix.roots[0])
    try mix.send(Self.note, ["type": "push", "route": "vault"], ["type": "push", "route": "item"])
    #expect(try !mix.session.move(.amend(Amendment(revision: 2, Self.note))).isChanged)
  }

  @Test("A timer of a restored screen fires again")
  func restoredTimer() throws {
    var mix = try AmendedMix(root: AmendedMix.roots[0])
    let reset: JSONValue = ["type": "reset", "navigation": ["screens": [["route": "home"], ["route": "item"]]]]
    try mix.send(Self.note, reset)
    mix.session.wait(10_000)
    try mix.send(Self.note)
    #expect(try !mix.session.move(.amend(Amendment(revision: 2, Self.note))).isChanged)
  }

  @Test("A screen that an amendment has made again is made by later amendments too")
  func reopened() throws {
    var mix = try AmendedMix(root: AmendedMix.roots[0])
    try mix.send(Self.push)
    let gone = mix.session.tree.current.id
    try mix.send(Self.pop, Self.note, Self.note)
    var push = try #require(Self.push.objectValue)
    (push["source"], push["ifGone"]) = (.string(gone), "reopen")
    try amendTwice(&mix, 4, .object(push))
    #expect(try !mix.session.move(.amend(Amendment(revision: 5, Self.note))).isChanged)
  }

  @Test("An equal action, and an amendment again, change nothing", arguments: 0..<60 as Range<UInt64>)
  func random(seed: UInt64) throws {
    var mix = try AmendedMix(seed: seed)
    for _ in 0..<3 {
      for _ in 0..<8 { mix.act() }
      guard let amended = try mix.amend() else { continue }
      #expect(!amended.isSame || !amended.change.isChanged, "\(amended.amendment)")
      mix.mayWait()
      try repeats(&mix, amended.amendment, after: amended.change)
      // An action that only looks different makes a revision with the same state.
      let state = mix.state
      #expect(try mix.amendAlike(amended)?.isChanged != false && mix.state == state)
    }
  }
}
