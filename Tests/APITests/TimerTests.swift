import JSON
import TestSupport
import Sessions
import Testing

@Suite("Timers", .closesAPIs)
struct TimerTests {
  /// Creates a session with one pending timer.
  private func session(_ harness: APIHarness, after delay: Int = 1_000) async throws -> String {
    let session = try await harness.session(of: "kettle")
    let answer = try await harness.send("POST", session + "/actions", #"{"type": "boil", "after": \#(delay)}"#)
    #expect(answer.status == 200)
    return session
  }

  @Test("The timer list has the action and the time of each timer", arguments: Way.allCases)
  func list(way: Way) async throws {
    let harness = try await openAPI(way, apps: [TimerTestApp.app])
    let empty = try await harness.session(of: "kettle") + "/timers"
    #expect(try await harness.send("GET", empty).text == #"{"items":[]}"#)
    let timers = try await harness.send("GET", try await session(harness) + "/timers")
    #expect(timers.status == 200)
    #expect(
      timers.text == #"{"items":[{"id":"t2","screen":"a1","fireAt":"2026-01-02T03:04:06.678Z","#
        + #""action":{"type":"whistle"}}]}"#)
  }

  @Test("A due timer fires and is recorded in the history with the actor `timer`", arguments: Way.allCases)
  func fire(way: Way) async throws {
    let harness = try await openAPI(way, apps: [TimerTestApp.app])
    let session = try await session(harness)
    harness.clock.advance(1_000)
    while try await harness.send("GET", session + "/timers").text != #"{"items":[]}"# { harness.wakeup.fireIfDue() }
    #expect(try await harness.send("GET", session).json()["current"]?["state"] == ["count": 1])
    let history = try await harness.send("GET", session + "/history?after=2")
    #expect(
      history.text.withoutOrigins == #"{"items":[{"revision":3,"at":"2026-01-02T03:04:06.678Z","#
        + #""action":{"type":"screen","id":"a1","action":{"type":"whistle"}},"actor":"timer","outputs":[]}],"next":null}"#
    )
  }

  @Test("Deleting a timer takes effect once and makes a revision", arguments: Way.allCases)
  func delete(way: Way) async throws {
    let harness = try await openAPI(way, apps: [TimerTestApp.app])
    let session = try await session(harness)
    for (tag, status) in [("\"1\"", 412), ("\"2\"", 204)] {
      let answer = try await harness.send("DELETE", session + "/timers/t2", nil, "If-Match: \(tag)")
      #expect(answer.status == status)
    }
    #expect(try await harness.send("GET", session + "/timers").text == #"{"items":[]}"#)
    #expect(try await harness.send("GET", session)["ETag"] == "\"3\"")
    let history = try await harness.send("GET", session + "/history?type=cancelTimer")
    #expect(
      try history.json()["items"]?.arrayValue?.map { $0["action"] } == [["type": "cancelTimer", "timer": "t2"]])
    for timer in ["t2", "t99", "a1", "%FF"] {
      try expectProblem(try await harness.send("DELETE", session + "/timers/\(timer)"), 404, "no-such-timer")
    }
  }

  @Test("A client can fire a timer early, and the timer fires only once", arguments: Way.allCases)
  func fireNow(way: Way) async throws {
    let harness = try await openAPI(way, apps: [TimerTestApp.app])
    let session = try await session(harness)
    for (tag, status) in [("\"1\"", 412), ("\"2\"", 200)] {
      let answer = try await harness.send("POST", session + "/timers/t2/fire", nil, "If-Match: \(tag)")
      #expect(answer.status == status)
      guard status == 200 else { continue }
      let now = try await harness.send("GET", session).json()
      #expect(try answer.json()["session"] == now)
      #expect(answer["ETag"] == "\"3\"")
    }
    let history = try await harness.send("GET", session + "/history?after=2")
    #expect(
      history.text.withoutOrigins == #"{"items":[{"revision":3,"at":"2026-01-02T03:04:05.678Z","#
        + #""action":{"type":"screen","id":"a1","action":{"type":"whistle"}},"actor":"timer","outputs":[]}],"next":null}"#
    )
    harness.clock.advance(1_000)
    harness.wakeup.fireIfDue()
    for timer in ["t2", "t99", "%FF"] {
      try expectProblem(try await harness.send("POST", session + "/timers/\(timer)/fire"), 404, "no-such-timer")
    }
    #expect(try await harness.send("GET", session)["ETag"] == "\"3\"")
    #expect(try await harness.send("GET", session).json()["current"]?["state"] == ["count": 1])
  }

  @Test("A timer fired early is removed if its action is refused, and a lease blocks firing", arguments: Way.allCases)
  func fireRefused(way: Way) async throws {
    let (harness, session) = try await openSession(of: "kettle", way, apps: [TimerTestApp.app])
    let boil = #"{"type": "boil", "after": 1000, "then": {"type": "leak"}}"#
    _ = try await harness.send("POST", session + "/actions", boil)
    let lease =
      try await harness.send("POST", session + "/lease", #"{"seconds": 60}"#).json()["lease"]?.stringValue ?? ""
    try expectProblem(try await harness.send("POST", session + "/timers/t2/fire"), 423, "session-leased")
    let fired = try await harness.send(
      "POST", session + "/timers/t2/fire", nil, "Lease: \(lease)", "Prefer: return=minimal")
    #expect(
      fired.text
        == #"{"revision":3,"changed":true,"outputs":[],"refused":{"code":"empty","detail":"The kettle is empty."}}"#)
    let history = try await harness.send("GET", session + "/history?after=2").text
    #expect(history.contains(#""outputs":[],"refused":{"code":"empty","detail":"The kettle is empty."}}],"next""#))
    #expect(try await harness.send("GET", session + "/timers").text == #"{"items":[]}"#)
  }
}
