import AppDefinitions
import JSON
import Navigation
import Testing

@testable import Sessions

@Suite("Amendments with screens that are made again")
struct ReopeningAmendmentTests {
  private static func app(_ version: Int = 1, _ routes: String = "", _ migrate: String = "{}") throws -> App {
    let definition = #"""
      {"app": "gone", "version": \#(version), "root": {"kind": "stack", "initial": "a"}, "data": {"n": 0},
       "actions": {"nop": {"do": {"set": {"data.n": "data.n + 1"}}}, "log": {"do": {"emit": "x"}}}, "migrate": \#(migrate),
       "routes": {"a": {}\#(routes)}}
      """#
    return try AppDefinition(JSONValue(parsing: definition)).app
  }

  private static let b = #", "b": {"state": {"n": 0}, "actions": {"inc": {"do": {"set": {"state.n": "state.n + 1"}}}}}"#
  private static let pop: JSONValue = ["type": "pop"]

  private static func push(_ k: Int64) -> JSONValue { ["type": "push", "route": "b", "params": ["k": .integer(k)]] }
  private static func set(_ params: JSONValue) -> JSONValue {
    ["type": "setParams", "params": params, "source": "a2", "ifGone": "reopen"]
  }

  private func session(_ actions: JSONValue...) throws -> TransientSession {
    var session = try TransientSession(of: Self.app(1, Self.b), at: 1_000)
    for action in actions { try session.send([Action(json: action)]) }
    return session
  }

  private func amend(_ session: inout TransientSession, _ revision: Int, _ action: JSONValue) throws -> AmendmentReport
  {
    let change = try session.move(.amend(Amendment(revision: revision, action)))
    #expect(change.isChanged)
    return try #require(change.report)
  }

  @Test("A later action makes a screen again as it left after the amendment")
  func newTimeline() throws {
    var session = try session(Self.push(1), Self.pop, Self.set(["x": 1]))
    #expect(try amend(&session, 2, Self.push(2)).dropped.isEmpty)
    #expect(session.tree.current.params == ["k": 2, "x": 1])
  }

  @Test("A later action makes no screen again that the amended session never had")
  func neverMade() throws {
    var session = try session(Self.push(1), Self.pop, Self.set(["x": 1]))
    let dropped = try amend(&session, 2, ["type": "nop"]).dropped
    #expect(dropped.map(\.revision) == [3, 4] && dropped.last?.refused.refusal.code == "screen-gone")
    #expect(session.tree.root.screens.map(\.route) == ["a"])
  }

  @Test("The new action makes no screen again that left later, but one that left before")
  func future() throws {
    var session = try session(["type": "nop"], Self.push(1), Self.pop, ["type": "nop"])
    let error = #expect(throws: ActionError.self) { try session.move(.amend(Amendment(revision: 2, Self.set([:])))) }
    #expect(error?.refusal.code == "screen-gone")
    #expect(try amend(&session, 5, Self.set(["x": 1])).dropped.isEmpty)
    #expect(session.tree.current.params == ["k": 1, "x": 1])
  }

  @Test("An amendment that leaves the state as it is counts in later ones, and can be undone")
  func equalState() throws {
    var session = try session(Self.push(1), ["type": "inc"], Self.pop)
    #expect(try amend(&session, 3, ["type": "setParams", "params": ["k": 9]]).replayed == 1)
    #expect(session.revision == 5)
    _ = try amend(&session, 4, ["type": "log"])
    #expect(session.tree.current.params == ["k": 9] && session.tree.current.state == ["n": 0])
    try session.move(.undo(steps: 2))
    #expect(session.tree.root.screens.count == 1)
  }

  private static let renames = #"""
    {"1": {"routes": {"b": "c"}, "screens": {"c": {"params": {"l": "params.k", "k": null}}}}}
    """#

  @Test("A screen that left before a migration is made again under its new route, also by an amendment")
  func renamed() throws {
    var session = try session(Self.push(1), Self.pop)
    try session.migrate(to: Self.app(2, #", "c": {}"#, Self.renames))
    try session.send([Action(json: Self.set(["x": 1]))])
    #expect(session.tree.current.route == "c" && session.tree.current.params == ["l": 1, "x": 1])
    #expect(try amend(&session, 2, Self.push(2)).dropped.isEmpty)
    #expect(session.tree.current.route == "c" && session.tree.current.params == ["l": 2, "x": 1])
  }

  @Test("A screen whose route a migration has removed is gone")
  func removed() throws {
    var session = try session(Self.push(1), Self.pop)
    try session.migrate(to: Self.app(2, "", #"{"1": {"routes": {"b": null}}}"#))
    let error = #expect(throws: ActionError.self) { try session.send([Action(json: Self.set([:]))]) }
    #expect(error?.refusal.code == "screen-gone")
  }
}
