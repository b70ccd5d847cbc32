import AppDefinitions
import JSON
import Navigation
import Synchronization
import TimerTestApp
import Testing

@testable import Sessions

@Suite("Calls of sessions")
struct CallTests {
  private static let definition = #"""
    {"app": "caller", "version": 1, "data": {"notes": []}, "root": {"kind": "stack", "initial": "home"},
    "actions": {
      "ask": {"do": {"call": "http://pay.example/a", "then": {"type": "note", "text": "${string(answer.status)}"},
        "otherwise": {"type": "note", "text": "${answer.reason}"}}},
      "plain": {"do": {"call": "http://pay.example/a", "then": {"type": "note", "text": "${answer.body}"}}},
      "loop": {"do": {"call": "http://pay.example/a", "then": {"type": "loop"}}},
      "note": {"args": {"text": "string"}, "do": {"append": {"data.notes": "args.text"}}},
      "again": {"do": {"restart": true}}},
    "routes": {"home": {}, "log": {
      "onEnter": {"call": "http://log.example/in", "then": {"type": "note", "text": "in"}},
      "onLeave": {"call": "http://log.example/out", "then": {"type": "note", "text": "out"}}}, "pay": {"state": {"paid": false}, "actions": {
      "pay": {"do": {"call": "http://pay.example/p", "then": {"type": "paid"}}},
      "paid": {"do": {"set": {"state.paid": "true"}}}}}}}
    """#

  private let app: App
  private let harness: SessionsHarness
  private let server = OtherServer()

  init() throws {
    app = try AppDefinition(try JSONValue(parsing: Self.definition)).app
    harness = SessionsHarness(apps: [app])
  }

  private func start(_ harness: SessionsHarness) -> ManualBell {
    let wakeup = ManualBell { [clock = harness.clock] in clock.now }
    harness.registry.startCalls(wakeup, send: server.take)
    return wakeup
  }

  private func asked(_ type: String = "ask") throws -> SessionID {
    let id = try harness.session(app)
    harness.send(Action(type), to: id)
    harness.journal.settle()
    return id
  }

  private func notes(_ id: SessionID, in harness: SessionsHarness? = nil) throws -> JSONValue? {
    try (harness ?? self.harness).store(id).state.withLock { $0.draft.tree.data["notes"] }
  }

  @Test("A call is sent once its change is durable, and its answer is one change of the actor call")
  func answer() throws {
    let wakeup = start(harness)
    let id = try harness.session(app)
    harness.send(Action("ask"), to: id)
    wakeup.ring()
    #expect(server.keys.isEmpty)
    harness.journal.settle()
    harness.bring(wakeup)
    #expect(server.keys.count == 1)
    server.answer(.answered(.response(status: 200, body: "x")))
    harness.bring(wakeup)
    #expect(harness.log(id).last == #"call {"type":"note","text":"200"}"#)
    #expect(harness.journal.tables.calls.isEmpty)
  }

  @Test("A call survives a restart between any two steps, and is answered once with one key", arguments: 0..<8)
  func restart(steps: Int) throws {
    let wakeup = start(harness)
    let id = try asked()
    for _ in 0..<steps {
      if harness.journal.waiting > 0 {
        harness.journal.settle(1)
      } else if !server.answer(.answered(.response(status: 200, body: nil))) {
        wakeup.ring()
      }
    }
    let after = SessionsHarness(after: harness, copy: true)
    let again = start(after)
    after.bring(again)
    server.answer(.answered(.response(status: 200, body: nil)))
    after.bring(again)
    let found = after.read(id)
    #expect(found.answer != nil)
    #expect(try notes(id, in: after) == ["200"])
    #expect(after.journal.tables.calls.isEmpty)
    #expect(Set(server.keys).count == 1)
  }

  @Test("A failed attempt is repeated later with the same key, and after eight there is no answer")
  func attempts() throws {
    let wakeup = start(harness)
    let id = try asked()
    for attempt in 1...8 {
      harness.bring(wakeup)
      #expect(server.keys.count == attempt)
      server.answer(.failed(reason: "timeout"))
      harness.bring(wakeup)
      #expect(server.keys.count == attempt)
      harness.clock.advance(200_000)
    }
    harness.bring(wakeup)
    #expect(Set(server.keys).count == 1)
    #expect(try notes(id) == ["timeout"])
  }

  @Test("Attempts are counted over restarts")
  func countedAttempts() throws {
    var (harness, wakeup) = (harness, start(harness))
    let id = try asked()
    for _ in 1...8 {
      harness.bring(wakeup, after: 200_000)
      server.answer(.failed(reason: "timeout"))
      harness.bring(wakeup)
      harness = SessionsHarness(after: harness, copy: true)
      wakeup = start(harness)
    }
    harness.bring(wakeup)
    #expect(server.keys.count == 8)
    _ = harness.read(id)
    #expect(try notes(id, in: harness) == ["timeout"])
  }

  @Test("A server can ask for a longer delay, of at most a day in all")
  func retryAfter() throws {
    let wakeup = start(harness)
    let id = try asked()
    harness.bring(wakeup)
    server.answer(.failed(reason: "unavailable", retryAfter: 80_000_000))
    harness.bring(wakeup, after: 79_999_999)
    #expect(server.keys.count == 1)
    harness.bring(wakeup, after: 1)
    #expect(server.keys.count == 2)
    server.answer(.failed(reason: "unavailable", retryAfter: 80_000_000))
    harness.bring(wakeup)
    #expect(try notes(id) == ["unavailable"])
  }

  @Test("A failure without an action is recorded in the history, and changes nothing else")
  func plainFailure() throws {
    let wakeup = start(harness)
    let id = try asked("plain")
    harness.bring(wakeup)
    server.answer(.answered(.failure(reason: "not-allowed")))
    harness.bring(wakeup)
    let last = try #require(harness.journal.tables.sessions[id]?.changes.last)
    #expect(last.actor == "call")
    #expect(last.refusedText.map(text)?.contains("call-failed") == true)
    #expect(try notes(id) == [])
    #expect(harness.journal.tables.calls.isEmpty)
  }

  @Test("An answer that the definition cannot use is recorded as refused, and the call ends")
  func refusedAnswer() throws {
    let wakeup = start(harness)
    let id = try asked("plain")
    harness.bring(wakeup)
    server.answer(.answered(.response(status: 200, body: 7)))
    harness.bring(wakeup)
    let last = try #require(harness.journal.tables.sessions[id]?.changes.last)
    #expect(last.refusedText.map(text)?.contains("bad-arg") == true)
    #expect(harness.journal.tables.calls.isEmpty)
  }

  @Test("A call ends with its screen, with the revision that asked and with a restart of the session", arguments: 0..<4)
  func ends(number: Int) throws {
    let wakeup = start(harness)
    let id = try harness.session(app)
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
  }

  @Test("Undo after an answer does not ask again, and later revisions leave a call waiting")
  func undo() throws {
    let wakeup = start(harness)
    let id = try asked()
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
    #expect(try notes(id) == [])
    #expect(harness.journal.tables.calls.isEmpty && server.keys.count == 1)
  }

  @Test("A session can begin with a call, and a call of a screen that leaves belongs to the app")
  func hooks() throws {
    let wakeup = start(harness)
    let id = try harness.session(app, navigation: ["screens": [["route": "home"], ["route": "log"]]])
    #expect(harness.journal.tables.calls.values.map(\.screen) == ["a2"])
    harness.bring(wakeup)
    server.answer(.answered(.response(status: 200, body: nil)))
    harness.bring(wakeup)
    harness.send(Action("pop"), to: id)
    harness.journal.settle()
    #expect(harness.journal.tables.calls.values.map(\.screen) == [nil])
    harness.bring(wakeup)
    server.answer(.answered(.response(status: 200, body: nil)))
    harness.bring(wakeup)
    #expect(try notes(id) == ["in", "out"])
  }

  @Test("A change that cannot be written asks nothing, and one that ends a call leaves it waiting")
  func failingJournal() throws {
    let wakeup = start(harness)
    let id = try harness.session(app)
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
    #expect(try notes(id) == ["200"])
  }

  @Test("An answer waits while the journal fails, without another request")
  func answerWaits() throws {
    let wakeup = start(harness)
    let id = try asked()
    harness.bring(wakeup)
    server.answer(.answered(.response(status: 200, body: nil)))
    harness.journal.settle(failing: .full("no space"))
    harness.bring(wakeup, after: 2_000)
    #expect(try notes(id) == ["200"])
    #expect(server.keys.count == 1)
  }

  @Test("A session that calls in a loop is slowed down to one call a second")
  func loop() throws {
    let wakeup = start(harness)
    _ = try asked("loop")
    for _ in 0..<100 {
      harness.bring(wakeup)
      if !server.answer(.answered(.response(status: 200, body: nil))) { break }
    }
    #expect(server.keys.count == MessageDispatcher.longestChain + 1)
    harness.bring(wakeup, after: MessageDispatcher.slowness)
    #expect(server.keys.count == MessageDispatcher.longestChain + 2)
  }

  @Test("At most 16 calls to a host run at a time, and calls to another host do not wait for them")
  func hosts() {
    var backlog = CallBacklog()
    for number in 0..<40 { backlog.add(.sample("a\(number)", host: "a")) }
    backlog.add(.sample("b", host: "b"))
    let due = backlog.takeDue(1, atMost: 64)
    #expect(due.count { $0.host == "a" } == CallBacklog.mostOfHost)
    #expect(due.count { $0.host == "b" } == 1)
    #expect(backlog.takeDue(1, atMost: 64).isEmpty)
    for entry in due { _ = backlog.end(entry, .over, 1) }
    #expect(backlog.takeDue(1, atMost: 4).map(\.key) == ["a16", "a17", "a18", "a19"])
  }

  @Test("A free attempt goes to the host with the fewest running calls")
  func fairness() {
    var backlog = CallBacklog()
    for host in ["a", "b", "c", "d"] {
      for number in 0..<20 { backlog.add(.sample("\(host)\(number)", host: host)) }
    }
    let due = backlog.takeDue(1, atMost: 64)
    backlog.add(.sample("e", host: "e"))
    for entry in due.prefix(1) { _ = backlog.end(entry, .over, 1) }
    #expect(backlog.takeDue(1, atMost: 1).map(\.key) == ["e"])
  }

  @Test("Calls of a host are sent in the order in which they are due")
  func order() {
    var backlog = CallBacklog()
    for due in [5, 3, 9, 3, 1, 7] as [Int64] { backlog.add(.sample("k\(due)\(backlog.count)", host: "a", due: due)) }
    #expect(backlog.nextDue == 1)
    #expect(backlog.takeDue(7, atMost: 9).map(\.due) == [1, 3, 3, 5, 7])
    #expect(backlog.nextDue == 9)
  }

  @Test("An archive has the history of calls and no call, so that an import asks nothing")
  func archive() async throws {
    let wakeup = start(harness)
    let id = try asked("plain")
    harness.bring(wakeup)
    server.answer(.answered(.failure(reason: "timeout")))
    harness.bring(wakeup)
    harness.send(Action("ask"), to: id)
    harness.journal.settle()
    let archive = try await harness.archive(id)
    let other = SessionsHarness(apps: [app])
    #expect(await other.take(archive, of: app) == "created 4")
    #expect(other.journal.tables.calls.isEmpty)
    #expect(try await other.archive(id) == archive)
  }
}

/// A server that answers when the test says so.
private final class OtherServer: Sendable {
  private typealias Ended = @Sendable (CallAttempt) -> Void
  private let state = Mutex<(keys: [String], waiting: [Ended])>(([], []))

  var keys: [String] { state.withLock { $0.keys } }

  func take(_ call: CallRow, _ ended: @escaping @Sendable (CallAttempt) -> Void) {
    state.withLock { state in
      state.keys.append(call.key)
      state.waiting.append(ended)
    }
  }

  /// Answers all requests.
  ///
  /// - Returns: false if there are none.
  @discardableResult
  func answer(_ attempt: CallAttempt) -> Bool {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for ended in waiting { ended(attempt) }
    return !waiting.isEmpty
  }
}

extension CallRow {
  fileprivate static func sample(_ key: String, host: String, due: Int64 = 0) -> CallRow {
    CallRow(
      key: key, session: SessionID(high: 1, low: 2), screen: nil, revision: 2, at: 0,
      request: CallRequest(method: "GET", url: "http://\(host)/", timeout: 1), reply: [], chain: 0, due: due)
  }
}
