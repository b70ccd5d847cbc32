import ExampleApps
import JSON
import TestSupport
import Testing

@Suite("Dry runs", .closesAPIs)
struct DryRunTests {
  private static let actions = [
    #"{"type":"push"}"#, #"{"type":"increment"}"#, #"{"type":"pop"}"#, #"{"type":"pop"}"#, #"{"type":"nonsense"}"#,
    #"{"actions":[{"type":"push"},{"type":"push"},{"type":"increment"}]}"#, #"{"type":"popTo","index":0}"#,
    #"{"actions":[{"type":"push"},{"type":"nonsense"}]}"#, #"{"type":"push","route":"counter","params":{"count":"x"}}"#,
    #"{"type":"popTo","index":0}"#, #"{"type":"present","route":"counter"}"#, #"{"type":"dismiss"}"#,
  ]

  @Test(
    "The response of a dry run equals the real one", arguments: Way.allCases, ["Prefer: return=minimal", "Accept: */*"])
  func same(way: Way, preference: String) async throws {
    let (harness, session) = try await openSession(way)
    for action in Self.actions {
      func send(_ query: String) async throws -> Answer {
        try await harness.send("POST", session + "/actions" + query, action, "X-Request-Id: same", preference)
      }
      let (dry, again, real) = (try await send("?dryRun=1"), try await send("?dryRun=1"), try await send("?dryRun=0"))
      #expect(dry.status == real.status)
      #expect(dry.text == real.text)
      #expect(dry["ETag"] == real["ETag"])
      #expect(dry.text == again.text)
    }
  }

  @Test("The response of a dry run equals the real one with timers, new ids and the idle rule")
  func others() async throws {
    let harness = try await openAPI(.inProcess, apps: BuiltInApps.apps + [TimerTestApp.app, MessageTestApp.kiosk])
    for (app, action) in [
      ("kettle", #"{"type":"boil","after":1000}"#), ("routing", #"{"type":"openModal"}"#),
      ("list", #"{"type":"open","row":"1"}"#), (MessageTestApp.kiosk.name, #"{"type":"push","route":"walkie"}"#),
    ] {
      let session = try await harness.session(of: app)
      let timers = try await harness.send("GET", session + "/timers").text
      let dry = try await harness.send("POST", session + "/actions?dryRun=1", action, "X-Request-Id: same")
      #expect(try await harness.send("GET", session + "/timers").text == timers)
      let real = try await harness.send("POST", session + "/actions", action, "X-Request-Id: same")
      #expect(dry.text == real.text)
    }
  }

  @Test("A dry run changes nothing and notifies no subscriber")
  func harmless() async throws {
    let (harness, session) = try await openSession(.inProcess)
    let stream = try #require(
      try await InProcessClient(api: harness.api).listen(session + "/events?view=minimal&refusals=1"))
    let former = try await harness.send("GET", session).text
    for action in ["push", "pop"] {
      _ = try await harness.send("POST", session + "/\(action)?dryRun=1", nil, "Idempotency-Key: k")
    }
    #expect(try await harness.send("GET", session).text == former)
    #expect(try await harness.send("GET", session + "/outputs").json()["items"] == [])
    let real = try await harness.send("POST", session + "/push", nil, "Idempotency-Key: k")
    #expect(real["Idempotency-Replayed"] == nil)
    #expect(await stream.events(2).last?.hasPrefix("id: 2\n") == true)
  }

  @Test("A dry run obeys If-Match and leases like the real request", arguments: Way.allCases)
  func conditions(way: Way) async throws {
    let (harness, session) = try await openSession(way)
    let late = try await harness.send("POST", session + "/push?dryRun=1", nil, "If-Match: \"9\"")
    try expectProblem(late, 412, "revision-differs")
    try expectProblem(
      try await harness.send("POST", session + "/push?dryRun=yes"), 400, "bad-parameter", says: "dryRun")
    _ = try await harness.send("POST", session + "/lease", #"{"seconds": 60}"#)
    try expectProblem(try await harness.send("POST", session + "/push?dryRun=1"), 423, "session-leased")
    let unknown = "/v1/sessions/s_AAAAAAAAAAAAAAAAAAAAAA/push?dryRun=1"
    try expectProblem(try await harness.send("POST", unknown), 404, "no-such-session")
  }
}
