import JSON
import Navigation
import Testing

@testable import Sessions

@Suite("Calls that end, fail to be written or loop")
struct CallEndTests {
  private let calls: CallHarness
  private let harness: SessionsHarness
  private let server: OtherServer

  init() throws {
    calls = try CallHarness()
    (harness, server) = (calls.harness, calls.server)
  }

  @Test("A call ends with its screen, with the revision that asked and with a restart of the session", arguments: 0..<4)
  func ends(number: Int) throws {
    let wakeup = calls.start(harness)
    let id = try harness.session(calls.app)
    if number == 0 { harness.send(Action("push", ["route": "pay"]), to: id) }
    harness.send(Action(number == 0 ? "pay" : "ask"), to: id)
    harness.journal.settle()
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
    // A move back to the revision that asked does not ask again.
    harness.historyMove(number == 1 ? .redo(steps: 1) : .undo(steps: 1), in: id)
    harness.journal.settle()
    harness.bring(wakeup)
    #expect(harness.journal.tables.calls.isEmpty && server.keys.count == 1)
    #expect(try calls.notes(id) == [])
  }

  @Test("The answer to a call of a screen is an action of that screen, also while another one is open")
  func screen() throws {
    let wakeup = calls.start(harness)
    let id = try harness.session(calls.app)
    harness.send(Action("push", ["route": "pay"]), to: id)
    harness.send(Action("pay"), to: id)
    harness.send(Action("push", ["route": "home"]), to: id)
    harness.journal.settle()
    harness.bring(wakeup)
    server.answer(.answered(.response(status: 200, body: nil)))
    harness.bring(wakeup)
    #expect(harness.log(id).last == #"call {"type":"screen","id":"a2","action":{"type":"paid"}}"#)
    let session = try #require(harness.read(id).answer)
    #expect(session.contains(#""state":{"paid":true}"#), "\(session)")
  }

  @Test("Undo after an answer does not ask again, and later revisions leave a call waiting")
  func undo() throws {
    let wakeup = calls.start(harness)
    let id = try calls.asked()
    harness.send(Action("push", ["route": "pay"]), to: id)
    harness.journal.settle()
    harness.historyMove(.undo(steps: 1), in: id)
    harness.journal.settle()
    #expect(harness.journal.tables.calls.count == 1)
    harness.bring(wakeup)
    server.answer(.answered(.response(status: 200, body: nil)))
    harness.bring(wakeup)
    harness.historyMove(.undo(steps: 1), in: id)
    harness.bring(wakeup)
    #expect(try calls.notes(id) == [])
    #expect(harness.journal.tables.calls.isEmpty && server.keys.count == 1)
  }

  @Test("A change that cannot be written asks nothing, and one that ends a call leaves it waiting")
  func failingJournal() throws {
    let wakeup = calls.start(harness)
    let id = try harness.session(calls.app)
    harness.send(Action("ask"), to: id)
    harness.journal.settle(failing: .full("no space"))
    harness.bring(wakeup)
    #expect(server.keys.isEmpty)
    harness.send(Action("ask"), to: id)
    harness.journal.settle()
    harness.send(Action("again"), to: id)
    harness.journal.settle(failing: .full("no space"))
    harness.bring(wakeup)
    server.answer(.answered(.response(status: 200, body: nil)))
    harness.bring(wakeup)
    #expect(try calls.notes(id) == ["200"])
  }

  @Test("An answer waits while the journal fails, without another request")
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

  @Test("A session that calls in a loop is slowed down to one call a second")
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

  @Test("An archive has the history of calls and no call, so that an import asks nothing")
  func archive() async throws {
    let wakeup = calls.start(harness)
    let id = try calls.asked("plain")
    harness.bring(wakeup)
    server.answer(.answered(.failure(reason: "timeout")))
    harness.bring(wakeup)
    harness.send(Action("ask"), to: id)
    harness.journal.settle()
    let archive = try await harness.archive(id)
    let other = SessionsHarness(apps: [calls.app])
    #expect(await other.take(archive, of: calls.app) == "created 4")
    #expect(other.journal.tables.calls.isEmpty)
    #expect(try await other.archive(id) == archive)
  }
}
