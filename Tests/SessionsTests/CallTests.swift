import JSON
import Navigation
import Testing

@testable import Sessions

@Suite("Calls of sessions")
struct CallTests {
  private let calls: CallHarness
  private let harness: SessionsHarness
  private let server: OtherServer

  init() throws {
    calls = try CallHarness()
    (harness, server) = (calls.harness, calls.server)
  }

  @Test("A call is sent once its change is durable, and its answer is a change by the actor `call`")
  func answer() throws {
    let wakeup = calls.start(harness)
    let id = try harness.session(calls.app)
    harness.send(Action("ask"), to: id)
    wakeup.fireIfDue()
    #expect(server.keys.isEmpty)
    harness.journal.settle()
    harness.bring(wakeup)
    #expect(server.keys.count == 1)
    server.answer(.answered(.response(status: 200, body: "x")))
    harness.bring(wakeup)
    #expect(harness.log(id).last == #"call {"type":"note","text":"200"}"#)
    #expect(harness.journal.tables.calls.isEmpty)
  }

  @Test("A call is answered once, with one key, despite a restart between any two steps", arguments: 0..<8)
  func restart(steps: Int) throws {
    let wakeup = calls.start(harness)
    let id = try calls.asked()
    for _ in 0..<steps {
      if harness.journal.waiting > 0 {
        harness.journal.settle(1)
      } else if !server.answer(.answered(.response(status: 200, body: nil))) {
        wakeup.fireIfDue()
      }
    }
    let after = SessionsHarness(after: harness, copy: true)
    let again = calls.start(after)
    after.bring(again)
    server.answer(.answered(.response(status: 200, body: nil)))
    after.bring(again)
    let found = after.read(id)
    #expect(found.answer != nil)
    #expect(try calls.notes(id, in: after) == ["200"])
    #expect(after.journal.tables.calls.isEmpty)
    #expect(Set(server.keys).count == 1)
  }

  @Test("A failed call is retried with the same key and fails after eight attempts")
  func attempts() throws {
    let wakeup = calls.start(harness)
    let id = try calls.asked()
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
    #expect(try calls.notes(id) == ["timeout"])
  }

  @Test("The attempts of a call are counted across restarts")
  func countedAttempts() throws {
    var (harness, wakeup) = (harness, calls.start(harness))
    let id = try calls.asked()
    for _ in 1...8 {
      harness.bring(wakeup, after: 200_000)
      server.answer(.failed(reason: "timeout"))
      harness.bring(wakeup)
      harness = SessionsHarness(after: harness, copy: true)
      wakeup = calls.start(harness)
    }
    harness.bring(wakeup)
    #expect(server.keys.count == 8)
    _ = harness.read(id)
    #expect(try calls.notes(id, in: harness) == ["timeout"])
  }

  @Test("A call is retried after the delay that the server requests, within at most a day")
  func retryAfter() throws {
    let wakeup = calls.start(harness)
    let id = try calls.asked()
    harness.bring(wakeup)
    server.answer(.failed(reason: "unavailable", retryAfter: 80_000_000))
    harness.bring(wakeup, after: 79_999_999)
    #expect(server.keys.count == 1)
    harness.bring(wakeup, after: 1)
    #expect(server.keys.count == 2)
    server.answer(.failed(reason: "unavailable", retryAfter: 80_000_000))
    harness.bring(wakeup)
    #expect(try calls.notes(id) == ["unavailable"])
  }

  @Test("A failed call without an `otherwise` action is only recorded in the history")
  func plainFailure() throws {
    let wakeup = calls.start(harness)
    let id = try calls.asked("plain")
    harness.bring(wakeup)
    server.answer(.answered(.failure(reason: "not-allowed")))
    harness.bring(wakeup)
    let last = try #require(harness.journal.tables.sessions[id]?.changes.last)
    #expect(last.origin.actor == "call")
    #expect(last.refusedText.map(text)?.contains("call-failed") == true)
    #expect(try calls.notes(id) == [])
    #expect(harness.journal.tables.calls.isEmpty)
  }

  @Test("An answer that makes an invalid action is recorded as refused and ends the call")
  func refusedAnswer() throws {
    let wakeup = calls.start(harness)
    let id = try calls.asked("plain")
    harness.bring(wakeup)
    server.answer(.answered(.response(status: 200, body: 7)))
    harness.bring(wakeup)
    let last = try #require(harness.journal.tables.sessions[id]?.changes.last)
    #expect(last.refusedText.map(text)?.contains("bad-arg") == true)
    #expect(harness.journal.tables.calls.isEmpty)
  }

  @Test("A call of `onEnter` belongs to its screen, and a call of `onLeave` belongs to the app")
  func hooks() throws {
    let wakeup = calls.start(harness)
    let id = try harness.session(calls.app, navigation: ["screens": [["route": "home"], ["route": "log"]]])
    #expect(harness.journal.tables.calls.values.map(\.screen) == ["a2"])
    harness.bring(wakeup)
    server.answer(.answered(.response(status: 200, body: nil)))
    harness.bring(wakeup)
    harness.commit(Action("pop"), to: id)
    #expect(harness.journal.tables.calls.values.map(\.screen) == [nil])
    harness.bring(wakeup)
    server.answer(.answered(.response(status: 200, body: nil)))
    harness.bring(wakeup)
    #expect(try calls.notes(id) == ["in", "out"])
  }
}
