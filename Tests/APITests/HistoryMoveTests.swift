import JSON
import TestSupport
import Testing

@Suite("Undo, redo, past revisions and forks", .closesAPIs)
struct HistoryMoveTests {
  @Test("After `forget` an undo is refused as a jump to what was before")
  func forgotten() async throws {
    let harness = try await openAPI(.inProcess)
    let definition = #"""
      {"app": "kiosk", "version": 1, "root": {"kind": "stack"}, "routes": {"home": {}},
       "actions": {"fresh": {"do": {"forget": true}}}}
      """#
    #expect(try await harness.send("PUT", "/v1/apps/kiosk", definition).status == 201)
    let session = try await harness.session(of: "kiosk")
    #expect(try await harness.send("POST", session + "/fresh").status == 200)
    for (move, body) in [("/undo", "{}"), ("/jump", #"{"revision": 1}"#)] {
      try expectProblem(
        try await harness.send("POST", session + move, body), 410, "revision-pruned", says: "Revision 1 has been")
    }
  }

  @Test("A past revision is returned byte for byte as the session was then", arguments: Way.allCases)
  func revisions(way: Way) async throws {
    let (harness, session) = try await openSession(way)
    var former: [String] = [try await harness.send("GET", session).text]
    for action in ["push", "pop", "undo", "undo", "redo"] {
      harness.clock.advance(5)
      _ = try await harness.send("POST", session + "/" + action)
      former.append(try await harness.send("GET", session).text)
    }
    for (index, text) in former.enumerated() {
      let answer = try await harness.send("GET", session + "/revisions/\(index + 1)")
      #expect(answer.text == text)
      #expect(answer["ETag"] == "\"\(index + 1)\"")
    }
    for path in ["/revisions/7", "/revisions/0", "/revisions/x"] {
      let answer = try await harness.send("GET", session + path)
      #expect(answer.status == 404)
      #expect(try answer.json()["code"] == "no-such-revision")
    }
  }

  @Test(
    "An impossible or invalid undo, redo, jump or fork is refused and changes nothing",
    arguments: Way.allCases,
    [
      ("/undo", "{}", 409, "nothing-to-undo"), ("/redo", "{}", 409, "nothing-to-redo"),
      ("/undo", #"{"steps": 0}"#, 422, "bad-field"), ("/undo", #"{"count": 1}"#, 422, "unknown-member"),
      ("/jump", "{}", 422, "missing-field"), ("/jump", #"{"revision": 2}"#, 404, "no-such-revision"),
      ("/fork", #"{"revision": 2}"#, 404, "no-such-revision"), ("/fork", #"{"revision": "1"}"#, 422, "bad-field"),
    ])
  func refusals(way: Way, example: (path: String, body: String, status: Int, code: String)) async throws {
    let (harness, session) = try await openSession(way)
    let answer = try await harness.send("POST", session + example.path, example.body)
    #expect(answer.status == example.status)
    #expect(try answer.json()["code"] == .string(example.code))
    #expect(try await harness.send("GET", session)["ETag"] == "\"1\"")
  }

  @Test("A fork of any revision is an independent session with its own token", arguments: Way.allCases)
  func fork(way: Way) async throws {
    let (harness, session) = try await openSession(way)
    _ = try await harness.send("POST", session + "/push")
    let last = try await harness.send("POST", session + "/fork")
    let first = try await harness.send("POST", session + "/fork", #"{"revision": 1}"#)
    #expect([last.status, first.status] == [201, 201])
    let navigation = try await harness.send("GET", session).json()["navigation"]
    #expect(try last.json()["navigation"] == navigation)
    #expect(try first.json()["current"]?["id"] == "a1")
    #expect(try first.json()["revision"] == 1)
    #expect(try first.json()["token"] != last.json()["token"])
    let path = try #require(last["Location"])
    _ = try await harness.send("POST", path + "/push")
    #expect(try await harness.send("GET", session)["ETag"] == "\"2\"")
  }

  @Test("A fork has no timers, and a redo restarts an undone timer with its full delay")
  func forkWithoutTimers() async throws {
    let (harness, session) = try await openSession(of: "kettle", .inProcess, apps: [TimerTestApp.app])
    _ = try await harness.send("POST", session + "/actions", #"{"type": "boil", "after": 1000}"#)
    let fork = try #require(try await harness.send("POST", session + "/fork")["Location"])
    #expect(try await harness.send("GET", fork + "/timers").json()["items"] == [])
    _ = try await harness.send("POST", session + "/undo")
    #expect(try await harness.send("GET", session + "/timers").json()["items"] == [])
    harness.clock.advance(400)
    let redone = try await harness.send("POST", session + "/redo").json()["session"]
    let timer = try await harness.send("GET", session + "/timers").json()["items"]?.arrayValue?.first
    #expect(timer?["id"] == "t2")
    #expect(redone?["updatedAt"] == "2026-01-02T03:04:06.078Z")
    #expect(timer?["fireAt"] == "2026-01-02T03:04:07.078Z", "the timer did not restart with its full delay")
  }
}
