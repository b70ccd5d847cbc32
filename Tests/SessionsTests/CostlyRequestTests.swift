import ExampleApps
import JSON
import Navigation
import Testing

@testable import Sessions

/// Requests that take more steps than an event loop may take, with turns that the test runs.
@Suite("Costly requests")
struct CostlyRequestTests {
  private let turns = TurnQueue(mostOfLane: 3)
  private let sessions: SessionsHarness
  private let id: SessionID

  /// A batch of more steps than an event loop may take, and of fewer than a turn has.
  private static let long = Array(
    repeating: Action.increment, count: 1 + TurnQueue.stepsOutside / Reduction.stepsOfAction)
  /// A batch that takes two turns.
  private static let longer = Array(
    repeating: Action.increment, count: 1 + TurnQueue.stepsOfTurn / Reduction.stepsOfAction)

  init() throws {
    sessions = SessionsHarness(turns: turns)
    id = try sessions.session()
    sessions.commit(.open, to: id)
  }

  private func runTurns() {
    while turns.runNext() {}
    sessions.journal.settle()
  }

  private func count() throws -> String { try #require(sessions.read(id, .stack).answer) }

  @Test("The key of a request ends although more requests to the session wait for turns than may")
  func key() throws {
    let key = IdempotencyKey(named: "k")
    Task.inline { [sessions, id] in _ = await sessions.registry.begin(key, of: id) }
    for _ in 1...5 { sessions.send(batch: Self.long, to: id) }
    Task.inline { [sessions, id] in await sessions.registry.end(key, of: id, recording: nil) }
    #expect(try !sessions.store(id).state.withLock { $0.idempotencyRecords.hasRunning })
  }

  @Test("A costly batch is carried out by a turn, as one revision, and an ordinary action at once")
  func batch() throws {
    let ordinary = sessions.commit(.increment, to: id)
    #expect(ordinary.answer?.hasPrefix("receipt 3 ") == true)
    let costly = sessions.send(batch: Self.long, to: id)
    sessions.journal.settle()
    #expect(costly.answer == nil)
    runTurns()
    #expect(costly.answer?.hasPrefix("receipt 4 ") == true)
    #expect(try count().contains(#""count":\#(Self.long.count + 1)"#))
  }

  @Test("A batch whose first action makes many screens is carried out by a turn")
  func manyScreens() throws {
    let screens = Array(repeating: JSONValue.object(["route": "counter"]), count: 500)
    let reset = try Action(json: ["type": "reset", "navigation": ["screens": .array(screens)]])
    let costly = sessions.send(batch: [reset, .increment], to: id)
    sessions.journal.settle()
    #expect(costly.answer == nil)
    runTurns()
    #expect(costly.answer?.hasPrefix("receipt 3 ") == true)
  }

  @Test("A batch of several turns leaves the lock of the session between them, and shows nothing until it is complete")
  func severalTurns() throws {
    let costly = sessions.send(batch: Self.longer, to: id)
    turns.runNext()
    #expect(try sessions.store(id).state.withLock { $0.revision } == 2)
    #expect(costly.answer == nil)
    runTurns()
    #expect(costly.answer?.hasPrefix("receipt 3 ") == true)
  }

  @Test("Requests behind a costly one are carried out after it, in their order")
  func order() throws {
    let costly = sessions.send(batch: Self.longer, to: id)
    let pop = sessions.commit(.pop, to: id)
    #expect(pop.answer == nil)
    runTurns()
    #expect(costly.answer?.hasPrefix("receipt 3 ") == true)
    #expect(pop.answer?.hasPrefix("receipt 4 ") == true)
  }

  @Test("A request that waits behind a costly one makes the screen of its source again")
  func reopening() throws {
    var fields = Action.increment.fields
    let gone = try sessions.store(id).state.withLock { $0.draft.tree.current.id }
    (fields["source"], fields["ifGone"]) = (.string(gone), "reopen")
    for action in [Action.pop, .open] { sessions.commit(action, to: id) }
    sessions.send(batch: Self.longer, to: id)
    let asked = sessions.commit(try Action(json: .object(fields)), to: id)
    #expect(asked.answer == nil)
    for _ in 1...3 { runTurns() }
    #expect(asked.answer?.hasPrefix("receipt 6 ") == true, "\(asked.answer ?? "")")
  }

  @Test("A request that no other holds up is answered while costly requests of other sessions wait")
  func others() throws {
    let other = try sessions.session()
    sessions.send(batch: Self.longer, to: id)
    let push = sessions.commit(.open, to: other)
    #expect(push.answer?.hasPrefix("receipt 2 ") == true)
  }

  @Test("A costly batch begins anew when the session has changed between its turns")
  func conflict() throws {
    let costly = sessions.send(batch: Self.longer, to: id)
    turns.runNext()
    let store = try sessions.store(id)
    let request = ActionRequest(
      actions: [.increment], isBatch: false, sent: [], precondition: nil, key: nil, wantsSession: false)
    _ = store.send(request, sessions.registry.environment) { _ in }
    runTurns()
    #expect(costly.answer?.hasPrefix("receipt 4 ") == true)
    #expect(try count().contains(#""count":\#(Self.longer.count + 1)"#))
  }

  @Test("A costly batch that is refused changes nothing")
  func refusal() throws {
    let costly = sessions.send(batch: Self.longer + [Action("fly")], to: id)
    runTurns()
    #expect(costly.answer?.contains("unknown-action") == true)
    #expect(sessions.read(id, .revision).answer?.hasPrefix("session 2 ") == true)
  }

  @Test("A session that is deleted under a costly batch answers that it does not exist")
  func deletion() throws {
    let costly = sessions.send(batch: Self.longer, to: id)
    turns.runNext()
    _ = try sessions.store(id).delete(sessions.registry.environment) { _ in }
    runTurns()
    #expect(costly.answer == "not found")
  }

  @Test("Costly requests to one session beyond its share are refused before they are evaluated")
  func share() {
    let asked = (0..<5).map { _ in sessions.send(batch: Self.long, to: id) }
    #expect(asked.map { $0.answer } == [nil, nil, nil, "turns busy", "turns busy"])
    runTurns()
    #expect(asked[2].answer?.hasPrefix("receipt 5 ") == true)
  }
}
