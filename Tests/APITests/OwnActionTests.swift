import ExampleApps
import JSON
import Testing

@Suite("App actions on their own path", .closesAPIs)
struct OwnActionTests {
  @Test("An app action on its own path has the same result as through `actions`", arguments: Way.allCases)
  func same(way: Way) async throws {
    let harness = try await openAPI(way, apps: [Counter.app, List.app])
    for (app, type, body) in [("counter", "increment", nil), ("list", "setNavigation", #"{"selection": 1}"#)] {
      let (one, other) = (try await harness.session(of: app), try await harness.session(of: app))
      let named = try await harness.send("POST", "\(one)/\(type)", body)
      let members = (body ?? "{}").dropFirst()
      let comma = members == "}" ? "" : ", "
      let sent = try await harness.send("POST", other + "/actions", #"{"type": "\#(type)"\#(comma)\#(members)"#)
      #expect(named.status == sent.status)
      #expect(try named.json()["changed"] == sent.json()["changed"])
      #expect(try named.json()["session"]?["data"] == sent.json()["session"]?["data"])
      #expect(try named.json()["session"]?["current"]?["state"] == sent.json()["session"]?["current"]?["state"])
    }
  }

  @Test("An app action on its own path is recorded in the history with its type", arguments: Way.allCases)
  func history(way: Way) async throws {
    let (harness, session) = try await openSession(way)
    _ = try await harness.send("POST", session + "/increment", "{}")
    let items = try await harness.send("GET", session + "/history").json()["items"]?.arrayValue
    #expect(items?.map { $0["action"] } == [["type": "increment"]])
  }

  @Test("An app action on its own path supports dryRun, Idempotency-Key and If-Match", arguments: Way.allCases)
  func fields(way: Way) async throws {
    let harness = try await openAPI(way)
    let path = try await harness.session() + "/increment"
    #expect(try await harness.send("POST", path + "?dryRun=1").json()["revision"] == 2)
    for replayed in [nil, "true"] {
      let answer = try await harness.send("POST", path, nil, "Idempotency-Key: k", "If-Match: \"1\"")
      #expect(answer.status == 200 && answer["ETag"] == "\"2\"")
      #expect(answer["Idempotency-Replayed"] == replayed)
    }
    try expectProblem(try await harness.send("POST", path, nil, "If-Match: \"1\""), 412, "revision-differs")
    try expectProblem(try await harness.send("POST", path, #"{"type": "pop"}"#), 422, "type-differs")
    try expectProblem(try await harness.send("POST", path, #"{"by": 2}"#), 422, "unknown-field", says: "`by`")
  }

  @Test("A path with an unknown app action is not found, and similar paths are suggested", arguments: Way.allCases)
  func unknown(way: Way) async throws {
    let (harness, session) = try await openSession(way)
    let cases = [
      ("POST", "/incremnt", "did you mean `\(session)/increment`?"),
      ("POST", "/increment/", "did you mean `\(session)/increment`?"),
      ("POST", "/pop-to", "did you mean `\(session)/popTo`?"),
      ("PATCH", "/pop-to", "did you mean `POST \(session)/popTo`?"),
      ("POST", "/histroy", "did you mean `GET \(session)/history`?"),
      ("POST", "/nothing-like-it", "`/docs`"), ("GET", "/increment", "nothing at `\(session)/increment`"),
    ]
    for (method, path, says) in cases {
      try expectProblem(try await harness.send(method, session + path), 404, "no-such-path", says: says)
    }
    let missing = "/v1/sessions/s_AAAAAAAAAAAAAAAAAAAAAA/increment"
    try expectProblem(try await harness.send("POST", missing), 404, "no-such-session")
  }

  @Test func `A navigation action inside screen is refused with what would work`() async throws {
    let harness = try await openAPI(.inProcess)
    let definition = #"{"app": "club", "version": 1, "root": {"kind": "stack"}, "routes": {"home": {}}}"#
    #expect(try await harness.send("PUT", "/v1/apps/club", definition).status == 201)
    let session = try await harness.session(of: "club")
    for inner in [#"{"type": "push", "route": "home"}"#, #"{"type": "goBack"}"#] {
      let answer = try await harness.send("POST", session + "/screen", #"{"action": \#(inner)}"#)
      try expectProblem(answer, 422, "unknown-action", says: "send it without `screen`")
    }
    let answer = try await harness.send("POST", session + "/screen", #"{"action": {"type": "push"}}"#)
    try expectProblem(answer, 422, "missing-field", says: "`push` needs `route`")
  }

  @Test func `Names that only look like those of routes, actions and screens are unknown`() async throws {
    let harness = try await openAPI(.inProcess)
    let definition = #"""
      {"app": "club", "version": 1, "root": {"kind": "stack", "routes": ["home", "Karte"]}, "actions": {"Kill": {"do": []}},
       "routes": {"home": {}, "Karte": {}}}
      """#
    #expect(try await harness.send("PUT", "/v1/apps/club", definition).status == 201)
    let navigation = #"{"kind": "stack", "screens": [{"route": "home", "id": "é"}]}"#
    let session = try await harness.session(#"{"app": "club", "navigation": \#(navigation)}"#).path
    for (action, status, code) in [
      (#"{"type": "push", "route": "\u212aarte"}"#, 422, "unknown-route"),
      (#"{"type": "\u212aill"}"#, 422, "unknown-action"),
      (#"{"type": "push", "route": "Karte", "source": "e\u0301"}"#, 409, "screen-gone"),
    ] {
      try expectProblem(try await harness.send("POST", session + "/actions", action), status, code)
    }
    #expect(try await harness.send("POST", session + "/%E2%84%AAill").status == 404)
  }

  @Test func `A condition for opening a route reads the labels, also in an app without actions`() async throws {
    let harness = try await openAPI(.inProcess)
    let definition = #"""
      {"app": "club", "version": 1, "root": {"kind": "stack", "routes": ["home", "bar"]}, "routes": {
        "home": {"to": [{"route": "bar", "when": "session.labels.tier == 'gold'"}]}, "bar": {}}}
      """#
    #expect(try await harness.send("PUT", "/v1/apps/club", definition).status == 201)
    for (tier, status) in [("gold", 200), ("tin", 409)] {
      let session = try await harness.session(#"{"app": "club", "labels": {"tier": "\#(tier)"}}"#).path
      #expect(try await harness.send("POST", session + "/push", #"{"route": "bar"}"#).status == status)
    }
  }
}
