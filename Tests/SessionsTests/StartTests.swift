import AppDefinitions
import JSON
import Navigation
import Testing

@testable import Sessions

@Suite("Outputs and messages of a session's start")
struct StartTests {
  private static let definition = #"""
    {"app": "greeter", "version": 1, "data": {"heard": 0}, "root": {"kind": "stack", "initial": "home"},
    "actions": {"hear": {"do": {"set": {"data.heard": "data.heard + 1"}}}},
    "routes": {"home": {"onEnter": [{"emit": "entered", "value": "${screen.route}"},
      {"send": "session.id", "action": {"type": "hear"}}]}, "item": {}}}
    """#

  private let app: App
  private let harness: SessionsHarness

  init() throws {
    app = try AppDefinition(try JSONValue(parsing: Self.definition)).app
    harness = SessionsHarness(apps: [app])
  }

  private func outputs(_ change: Change) -> String { text(Array(change.text[change.outputs])) }

  @Test("The outputs and messages of a session's start make revision 2")
  func start() throws {
    let wakeup = harness.post()
    let id = try harness.session(app)
    #expect(harness.log(id) == [#"- {"type":"start"}"#])
    let change = try #require(harness.journal.tables.sessions[id]?.changes.first)
    #expect(outputs(change) == #"[{"seq":1,"name":"entered","value":"home"}]"#)
    harness.bring(wakeup)
    #expect(harness.log(id).last == "\(id.text) {\"type\":\"hear\"}")
    #expect(harness.journal.tables.sessions[id]?.changes.map(\.revision) == [2, 3])
  }

  @Test("A session's start cannot be undone, and output numbers continue after a restart", arguments: [false, true])
  func afterwards(isInSnapshot: Bool) throws {
    let id = try harness.session(app)
    if isInSnapshot { harness.storeSnapshot(of: try harness.store(id)) }
    let after = SessionsHarness(after: harness)
    #expect(after.historyMove(.undo(steps: 1), in: id).answer == "refused nothing-to-undo")
    after.commit(Action("push", ["route": "home"]), to: id)
    let changes = try #require(after.journal.tables.sessions[id]?.changes)
    #expect(outputs(changes[1]) == #"[{"seq":2,"name":"entered","value":"home"}]"#)
    after.commit(.undo(steps: 5), in: id)
    #expect(try after.store(id).state.withLock { $0.draft.tree.root.screens.count } == 1)
    #expect(after.historyMove(.undo(steps: 1), in: id).answer == "refused nothing-to-undo")
  }

  @Test("A repeated creation gets the same response and sends no message again")
  func repeated() throws {
    let key = IdempotencyKey(named: "k", asking: "greeter")
    let first = harness.create(app, key: key)
    harness.journal.settle()
    let body = try #require(first.answer).dropFirst("created 1 201 ".count)
    #expect(harness.create(app, key: key).answer == "replayed 201 \(body)")
    #expect(harness.journal.tables.sessions.count == 1)
    #expect(harness.registry.environment.messageDispatcher.pendingCount == 1)
  }

  @Test("A session that cannot be stored sends no messages")
  func failing() throws {
    harness.create(app)
    harness.journal.settle(failing: .full("no space"))
    #expect(harness.registry.environment.messageDispatcher.pendingCount == 0)
    #expect(harness.journal.tables.sessions.isEmpty)
  }
}
