import JSON
import Navigation
import Synchronization
import Testing

@testable import Sessions

@Suite("Ended, failing and looping calls")
struct CallEndTests {
  private let calls: CallHarness
  private let harness: SessionsHarness
  private let server: OtherServer

  init() throws {
    calls = try CallHarness()
    (harness, server) = (calls.harness, calls.server)
  }

  @Test("A call ends when its screen is removed, its revision is undone or the session restarts", arguments: 0..<4)
  func ends(number: Int) throws {
    let wakeup = calls.start(harness)
    let id = try harness.session(calls.app)
    if number == 0 { harness.send(Action("push", ["route": "pay"]), to: id) }
    harness.commit(Action(number == 0 ? "pay" : "ask"), to: id)
    harness.bring(wakeup)
    switch number {
    case 0: harness.send(Action("pop"), to: id)
    case 1: harness.historyMove(.undo(steps: 1), in: id)
    case 2: harness.historyMove(.jump(revision: 1), in: id)
    default: harness.send(Action("again"), to: id)
    }
    harness.journal.settle()
    #expect(harness.journal.tables.calls.isEmpty)
    let count = harness.log(id).count
    server.answer(.answered(.response(status: 200, body: nil)))
    harness.bring(wakeup)
    #expect(harness.log(id).count == count)
    // A return to the revision of the call does not send the call again.
    harness.commit(number == 1 ? .redo(steps: 1) : .undo(steps: 1), in: id)
    harness.bring(wakeup)
    #expect(harness.journal.tables.calls.isEmpty && server.keys.count == 1)
    #expect(try calls.notes(id) == [])
  }

  @Test(
    "An answer whose action fails or is refused is a failure with the reason `bad-answer`",
    arguments: [nil, ["number": 3]] as [JSONValue?])
  func badAnswer(body: JSONValue?) throws {
    let refusals = Mutex<[String]>([])
    let wakeup = calls.start(harness) { _, error in refusals.withLock { $0.append(error.refusal.detail) } }
    let id = try calls.asked("number")
    harness.bring(wakeup)
    server.answer(.answered(.response(status: 200, body: body ?? [:])))
    harness.bring(wakeup)
    #expect(try calls.notes(id) == ["bad-answer"])
    #expect(harness.log(id).last == #"call {"type":"note","text":"bad-answer"}"#)
    #expect(refusals.withLock { $0.count } == 1)
    #expect(refusals.withLock { $0[0].contains("`number`") || $0[0].contains("`text`") }, "\(refusals.withLock { $0 })")
  }

  @Test("A call makes as many attempts as it allows, and none after its deadline")
  func limits() throws {
    let wakeup = calls.start(harness)
    let id = try calls.asked("number")
    for _ in 0..<3 {
      harness.bring(wakeup)
      server.answer(.failed(reason: "unreachable"))
      harness.bring(wakeup)
      harness.clock.advance(1_000)
    }
    #expect(server.keys.count == 2)
    #expect(try calls.notes(id) == ["unreachable"])
    let late = try calls.asked("number")
    harness.clock.advance(3_000)
    harness.bring(wakeup)
    #expect(server.keys.count == 2)
    #expect(try calls.notes(late) == ["timeout"])
  }

  @Test("A call with the name of another one replaces it, and `cancel` ends it")
  func names() throws {
    let wakeup = calls.start(harness)
    let id = try calls.asked("number")
    let first = Set(harness.journal.tables.calls.keys)
    harness.commit(Action("number"), to: id)
    #expect(harness.journal.tables.calls.count == 1)
    #expect(first.isDisjoint(with: harness.journal.tables.calls.keys))
    let after = SessionsHarness(after: harness, copy: true)
    after.commit(Action("stop"), to: id)
    #expect(after.journal.tables.calls.isEmpty)
    harness.commit(Action("stop"), to: id)
    #expect(harness.journal.tables.calls.isEmpty)
    let count = harness.log(id).count
    harness.commit(Action("stop"), to: id)
    harness.bring(wakeup)
    #expect(harness.log(id).count == count)
    #expect(try calls.notes(id) == [])
  }

  @Test("The answer to a screen's call is an action of that screen even if it is not on top")
  func screen() throws {
    let wakeup = calls.start(harness)
    let id = try harness.session(calls.app)
    harness.send(Action("push", ["route": "pay"]), to: id)
    harness.send(Action("pay"), to: id)
    harness.commit(Action("push", ["route": "home"]), to: id)
    harness.bring(wakeup)
    server.answer(.answered(.response(status: 200, body: nil)))
    harness.bring(wakeup)
    #expect(harness.log(id).last == #"call {"type":"screen","id":"a2","action":{"type":"paid"}}"#)
    let session = try #require(harness.read(id).answer)
    #expect(session.contains(#""state":{"paid":true}"#), "\(session)")
  }

  @Test("Undo of an answer does not repeat the call, and undo of a later change keeps it waiting")
  func undo() throws {
    let wakeup = calls.start(harness)
    let id = try calls.asked()
    harness.commit(Action("push", ["route": "pay"]), to: id)
    harness.commit(.undo(steps: 1), in: id)
    #expect(harness.journal.tables.calls.count == 1)
    harness.bring(wakeup)
    server.answer(.answered(.response(status: 200, body: nil)))
    harness.bring(wakeup)
    harness.historyMove(.undo(steps: 1), in: id)
    harness.bring(wakeup)
    #expect(try calls.notes(id) == [])
    #expect(harness.journal.tables.calls.isEmpty && server.keys.count == 1)
  }

  @Test("A change that fails to commit neither sends a call nor ends one")
  func failingJournal() throws {
    let wakeup = calls.start(harness)
    let id = try harness.session(calls.app)
    harness.send(Action("ask"), to: id)
    harness.journal.settle(failing: .full("no space"))
    harness.bring(wakeup)
    #expect(server.keys.isEmpty)
    harness.commit(Action("ask"), to: id)
    harness.send(Action("again"), to: id)
    harness.journal.settle(failing: .full("no space"))
    harness.bring(wakeup)
    server.answer(.answered(.response(status: 200, body: nil)))
    harness.bring(wakeup)
    #expect(try calls.notes(id) == ["200"])
  }

  @Test("The answer to a call waits while the journal fails, and the call is not sent again")
  func answerWaits() throws {
    let wakeup = calls.start(harness)
    let id = try calls.asked()
    harness.bring(wakeup)
    server.answer(.answered(.response(status: 200, body: nil)))
    harness.journal.settle(failing: .full("no space"))
    harness.bring(wakeup, after: 2_000)
    #expect(try calls.notes(id) == ["200"])
    #expect(server.keys.count == 1)
  }

  @Test("A session that calls in a loop is slowed to one call a second")
  func loop() throws {
    let wakeup = calls.start(harness)
    let id = try calls.asked("loop")
    for _ in 0..<100 {
      harness.bring(wakeup)
      if !server.answer(.answered(.response(status: 200, body: nil))) { break }
    }
    #expect(server.keys.count == MessageDispatcher.longestChain + 1)
    harness.bring(wakeup, after: MessageDispatcher.slowness)
    #expect(server.keys.count == MessageDispatcher.longestChain + 2)
    #expect(try harness.loops(id) == [])
    server.answer(.answered(.response(status: 200, body: nil)))
    harness.bring(wakeup)
    #expect(try harness.loops(id) == ["calls 33 loop"])
  }

  @Test("An archive contains the history of calls but no pending call")
  func archive() async throws {
    let wakeup = calls.start(harness)
    let id = try calls.asked("plain")
    harness.bring(wakeup)
    server.answer(.answered(.failure(reason: "timeout")))
    harness.bring(wakeup)
    harness.commit(Action("ask"), to: id)
    let archive = try await harness.archive(id)
    let other = SessionsHarness(apps: [calls.app])
    #expect(await other.importArchive(archive, of: calls.app) == "created 4")
    #expect(other.journal.tables.calls.isEmpty)
    #expect(try await other.archive(id) == archive)
  }
}
