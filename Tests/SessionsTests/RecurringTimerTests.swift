import AppDefinitions
import JSON
import Navigation
import TestSupport
import Testing

@testable import Sessions

@Suite("Recurring timers")
struct RecurringTimerTests {
  private let app: App
  private let harness: SessionsHarness

  init() throws {
    app = try AppDefinition(try JSONValue(parsing: Self.definition)).app
    harness = SessionsHarness(apps: [app])
  }

  private static let definition = """
    {"app": "clock", "version": 1, "expires": "PT1H", "data": {"n": 0, "open": true}, "root": {"kind": "stack", "initial": "home"},
      "routes": {"home": {}, "watch": {"timers": {"t": {"every": "PT1M", "action": {"type": "tick"}}}}},
      "actions": {
        "tick": {"when": "data.open", "do": {"set": {"data.n": "data.n + 1"}}},
        "toggle": {"do": {"set": {"data.open": "!data.open"}}},
        "stop": {"do": {"cancel": "t"}},
        "arm": {"do": {"every": "PT1M", "id": "t", "action": {"type": "tick"}}},
        "skip": {"do": {"every": "PT1M", "missed": "skip", "id": "t", "action": {"type": "tick"}}},
        "twice": {"do": {"every": "PT1M", "until": "${now + duration('2m')}", "id": "t", "action": {"type": "tick"}}},
        "once": {"do": {"every": "PT1M", "id": "t", "action": {"type": "stop"}}}}}
    """

  /// A session that has performed actions at the time 0 of the returned timer.
  private func session(_ actions: String...) throws -> (SessionID, ManualTimer) {
    let wakeup = harness.wakeup()
    let id = try harness.session(app)
    for action in actions { send(action, to: id) }
    return (id, wakeup)
  }

  private func send(_ action: String, to id: SessionID) {
    harness.commit(Action(action), to: id)
  }

  private func ticks(_ id: SessionID, in harness: SessionsHarness? = nil) throws -> Int64? {
    try (harness ?? self.harness).store(id).state.withLock { $0.draft.tree.data["n"]?.integerValue }
  }

  /// The time until the only timer fires; nil: there is none.
  private func rest(_ id: SessionID, in harness: SessionsHarness? = nil) throws -> Int64? {
    let harness = harness ?? self.harness
    let fireAt = try harness.timers(id).first?["fireAt"]?.stringValue.flatMap(JSONTimestamp.milliseconds(of:))
    return fireAt.map { $0 - harness.clock.now }
  }

  /// The codes of the refused firings and empty texts for the others.
  private func firings(_ id: SessionID) throws -> [String] {
    try harness.journal.tables.history(HistoryPageQuery(session: id, after: 0, limit: 99)).items
      .filter { $0.origin.actor == "timer" }
      .map { try $0.refused.map { try StoredRefusal(stored: $0, of: 1).code } ?? "" }
  }

  @Test func `Each firing is a change, on a grid that late ones do not move`() throws {
    let (id, wakeup) = try session("arm")
    harness.advance(59_999, wakeup)
    #expect(try ticks(id) == 0)
    harness.advance(1, wakeup)
    harness.advance(60_000, wakeup)
    #expect(try ticks(id) == 2)
    harness.clock.advance(150_000)
    harness.advance(0, wakeup)
    #expect(try ticks(id) == 3 && rest(id) == 30_000)
    #expect(try firings(id) == ["", "", ""])
  }

  @Test func `Of equal refusals in a row the history has the first`() throws {
    let (id, wakeup) = try session("arm", "toggle")
    for _ in 1...3 { harness.advance(60_000, wakeup) }
    #expect(try firings(id) == ["condition-not-met"] && rest(id) == 60_000)
    send("toggle", to: id)
    harness.advance(60_000, wakeup)
    send("toggle", to: id)
    for _ in 1...2 { harness.advance(60_000, wakeup) }
    #expect(try firings(id) == ["condition-not-met", "", "condition-not-met"] && ticks(id) == 1)
  }

  @Test(arguments: ["arm", "skip"])
  func `What was missed fires once after a restart, or not at all`(action: String) throws {
    let (id, _) = try session(action)
    harness.registry.stopTimers()
    harness.clock.advance(200_000)
    let after = SessionsHarness(after: harness)
    let wakeup = after.wakeup()
    after.advance(0, wakeup)
    _ = after.read(id)
    #expect(try rest(id, in: after) == 40_000)
    after.advance(40_000, wakeup)
    #expect(try ticks(id, in: after) == (action == "arm" ? 2 : 1))
  }

  @Test func `A refused timer does not make up for attempts after a restart`() throws {
    let (id, wakeup) = try session("arm", "toggle")
    for _ in 1...2 { harness.advance(60_000, wakeup) }
    send("toggle", to: id)
    harness.registry.stopTimers()
    harness.clock.advance(30_000)
    let after = SessionsHarness(after: harness)
    let again = after.wakeup()
    after.advance(0, again)
    _ = after.read(id)
    #expect(try ticks(id, in: after) == 0 && rest(id, in: after) == 30_000)
    after.advance(30_000, again)
    #expect(try ticks(id, in: after) == 1)
  }

  @Test func `Undo of a firing and of a cancellation keeps the grid`() throws {
    let (id, wakeup) = try session("arm")
    harness.advance(60_000, wakeup)
    harness.advance(10_000, wakeup)
    harness.commit(.undo(steps: 1), in: id)
    #expect(try ticks(id) == 0 && rest(id) == 50_000)
    send("stop", to: id)
    #expect(try rest(id) == nil)
    harness.clock.advance(100_000)
    harness.commit(.undo(steps: 1), in: id)
    #expect(try rest(id) == 10_000)
    harness.advance(10_000, wakeup)
    #expect(try ticks(id) == 1)
  }

  @Test func `Undo of many firings leaves one timer`() throws {
    let (id, wakeup) = try session("arm")
    for _ in 1...60 { harness.advance(60_000, wakeup) }
    harness.commit(.undo(steps: 60), in: id)
    #expect(try harness.timers(id).count == 1 && ticks(id) == 0 && rest(id) == 60_000)
  }

  @Test func `A firing by hand keeps the next time, and one that cancels its timer ends it`() throws {
    let (id, wakeup) = try session("once")
    harness.advance(20_000, wakeup)
    let timer = try #require(try harness.timers(id).first?["id"]?.stringValue)
    #expect(try rest(id) == 40_000)
    harness.ask { await $0.fireNow(timer, of: id, if: nil, lease: nil, wantsSession: false, isFromBackend: true) }
    harness.journal.settle()
    #expect(try rest(id) == nil)
    send("arm", to: id)
    let other = try #require(try harness.timers(id).first?["id"]?.stringValue)
    harness.ask { await $0.fireNow(other, of: id, if: nil, lease: nil, wantsSession: false, isFromBackend: true) }
    harness.journal.settle()
    #expect(try ticks(id) == 1 && rest(id) == 60_000)
  }

  @Test func `A timer ends with its last time and with its screen`() throws {
    let (id, wakeup) = try session("twice")
    for _ in 1...4 { harness.advance(60_000, wakeup) }
    #expect(try ticks(id) == 2 && rest(id) == nil)
    harness.commit(Action("push", ["route": "watch"]), to: id)
    harness.advance(60_000, wakeup)
    #expect(try ticks(id) == 3)
    send("pop", to: id)
    #expect(try rest(id) == nil)
  }

  @Test(arguments: [false, true])
  func `Firings do not keep a session from expiring`(restarts: Bool) async throws {
    let (id, wakeup) = try session("arm")
    for _ in 1...59 { harness.advance(60_000, wakeup) }
    harness.registry.stopTimers()
    let after = restarts ? SessionsHarness(after: harness) : harness
    _ = after.read(id)
    after.journal.settleByItself { _ in nil }
    await after.registry.expire(asOf: after.clock.now)
    #expect(after.journal.tables.sessions[id] != nil)
    after.clock.advance(60_000)
    await after.registry.expire(asOf: after.clock.now)
    #expect(after.journal.tables.sessions[id] == nil)
  }
}
