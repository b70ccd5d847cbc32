import JSON
import Testing

@testable import API

@Suite("Actions by key that create their session", .closesAPIs)
struct CreationByKeyTests {
  private let admin = bearer(AuthorizationTests.admin)
  private let key = "/v1/apps/flow/sessions/chat%2F7"

  /// An app whose start emits an output, and at a link also sets a timer.
  private static let flow = #"""
    {"app": "flow", "version": 1, "data": {"n": 0}, "root": {"kind": "stack", "initial": "home"},
     "actions": {
       "add": {"do": [{"set": {"data.n": "data.n + 1"}}, {"emit": "added"}, {"after": "PT5S", "id": "more", "action": {"type": "add"}}]},
       "same": {"do": []}, "never": {"when": "false", "do": []}, "office": {"by": "backend", "do": {"set": {"data.n": "9"}}}},
     "routes": {"home": {"path": "/", "onEnter": {"emit": "begun"}}, "item": {"path": "/i/:id", "params": {"id": "string"},
       "onEnter": [{"emit": "begun"}, {"after": "PT9S", "id": "idle", "action": {"type": "add"}}]}}}
    """#

  private func openFlow() async throws -> APIHarness {
    let harness = try await openAPIWithTokens(.inProcess)
    #expect(try await harness.send("PUT", "/v1/apps/flow", Self.flow, admin).status == 201)
    return harness
  }

  private func appKey(_ harness: APIHarness, of app: String = "flow") async throws -> String {
    let answer = try await harness.send("POST", "/v1/apps/\(app)/keys", #"{"name": "web"}"#, admin)
    return bearer(try #require(try answer.json()["key"]?.stringValue))
  }

  @Test("The creation, the changes of the start and the action are one transaction and one receipt")
  func creation() async throws {
    let harness = try await openFlow()
    let made = try await harness.send(
      "POST", key + "/add", #"{"create": {"labels": {"a": "1"}, "url": "/i/5", "expires": "P2D"}}"#, admin)
    let receipt = try made.json()
    #expect(made.status == 200 && made["ETag"] == "\"3\"")
    #expect(receipt["created"] == true && receipt["token"]?.stringValue?.count == 43)
    let session = try #require(receipt["session"])
    #expect(session["key"] == "chat/7" && session["labels"] == ["a": "1"] && session["expires"] == "P2D")
    #expect(session["data"] == ["n": 1] && session["current"]?["params"] == ["id": "5"])
    let history = try await harness.send("GET", key + "/history", nil, admin).json()["items"]?.arrayValue ?? []
    #expect(history.map { $0["action"] } == [["type": "start"], ["type": "add"]])
    #expect(history.map { $0["by"]?["name"] } == ["admin", "admin"])
    let timers = try await harness.send("GET", key + "/timers", nil, admin).json()["items"]?.arrayValue ?? []
    #expect(timers.map { $0["action"] } == [["type": "add"], ["type": "add"]])
    let again = try await harness.send("POST", key + "/add", #"{"create": {"labels": {"a": "2"}}}"#, admin).json()
    #expect(again["created"] == false && again["token"] == nil && again["revision"] == 4)
    #expect(again["session"]?["labels"] == ["a": "1"])
  }

  @Test("An action that changes nothing makes the session, whose receipt has revision 1 or that of the start")
  func unchanged() async throws {
    let harness = try await openFlow()
    let made = try await harness.send(
      "POST", key + "/same", #"{"create": {}}"#, admin, "Idempotency-Key: k", "Prefer: return=minimal")
    #expect(made.text.hasPrefix(#"{"revision":2,"changed":false,"outputs":[],"created":true,"token":"#))
    let again = try await harness.send(
      "POST", key + "/same", #"{"create": {}}"#, admin, "Idempotency-Key: k", "Prefer: return=minimal")
    #expect(again.text == made.text && again["Idempotency-Replayed"] == "true")
  }

  @Test(
    "A request that is refused makes nothing",
    arguments: [
      ("/never", #"{"create": {}}"#, 409), ("/pop", #"{"create": {}}"#, 409), ("/nope", #"{"create": {}}"#, 404),
      ("/actions", #"{"create": {}}"#, 422), ("/actions", #"{"type": "add", "create": 1}"#, 422),
      ("/add", #"{"create": {"key": "x"}}"#, 422), ("/add", #"{"create": {"labels": 1}}"#, 422),
      ("/add", #"{"create": {"url": "/none"}}"#, 404), ("/add", #"{"create": {"version": 7}}"#, 422),
      ("/add", "{}", 404),
      ("/actions", #"{"actions": [{"type": "add"}, {"type": "never"}], "create": {}}"#, 409),
      ("/add?dryRun=1", #"{"create": {}}"#, 200),
    ])
  func refusals(path: String, body: String, status: Int) async throws {
    let harness = try await openFlow()
    let answer = try await harness.send("POST", key + path, body, admin)
    #expect(answer.status == status, "\(answer.text)")
    #expect(try await harness.send("GET", key, nil, admin).status == 404)
    #expect(try await harness.send("GET", "/v1/sessions", nil, admin).json()["items"] == [])
    if status == 200 { #expect(try answer.json()["created"] == true && answer.json()["token"] == nil) }
  }

  @Test("Faults of `create` name their place in it, and a revision that is required cannot be that of no session")
  func faults() async throws {
    let harness = try await openFlow()
    for (body, pointer) in [
      (#"{"lables": {}}"#, "lables"), (#"{"labels": 1}"#, "labels"), (#"{"expires": 1}"#, "expires"),
      (#"{"data": {"never": 1}}"#, "data/never"),
    ] {
      let answer = try await harness.send("POST", key + "/add", #"{"create": \#(body)}"#, admin)
      #expect(try answer.json()["errors"]?.arrayValue?.first?["pointer"] == .string("/create/" + pointer))
    }
    let answer = try await harness.send("POST", key + "/add", #"{"create": {}}"#, admin, "If-Match: \"1\"")
    try expectProblem(answer, 412, "revision-differs")
    let long = "/v1/apps/flow/sessions/" + String(repeating: "x", count: 201)
    try expectProblem(try await harness.send("POST", long + "/add", #"{"create": {}}"#, admin), 422, "bad-member")
  }

  @Test("An app key creates by its first message, which it may repeat, and opens no session that is there")
  func appKeys() async throws {
    let harness = try await openFlow()
    let client = try await appKey(harness)
    func add(_ line: String, _ body: String = #"{"create": {}}"#, key id: String = "k") async throws -> Answer {
      try await harness.send("POST", key + "/add", body, line, "Idempotency-Key: \(id)")
    }
    try expectProblem(
      try await harness.send("POST", key + "/office", #"{"create": {}}"#, client), 403, "backend-only")
    let made = try await add(client)
    let token = bearer(try #require(try made.json()["token"]?.stringValue))
    let again = try await add(client)
    #expect(again.text == made.text && again["Idempotency-Replayed"] == "true")
    try expectProblem(try await add(client, #"{"create": {"labels": {"a": "1"}}}"#), 422, "idempotency-key-reused")
    try expectProblem(try await add(client, key: "other"), 403, "not-allowed", says: "token of its creation")
    #expect(try await add(token).json()["created"] == false)
    for line in [try await appKey(harness, of: "counter"), bearer("wrong")] {
      for body in [#"{"create": {}}"#, #"{"create": 1}"#, #"{"create": {"key": "x"}}"#, "{}", "no json"] {
        let there = try await add(line, body)
        let missing = try await harness.send(
          "POST", key.replacing("chat%2F7", with: "none") + "/add", body, line, "Idempotency-Key: k")
        try expectProblem(there, 404, "no-such-session")
        #expect(
          there.status == missing.status
            && missing.text.replacing("none", with: "chat/7").count == there.text.replacing("%2F", with: "/").count)
      }
    }
  }

  @Test("Requests that create at the same time make one session, and each is carried out")
  func race() async throws {
    let harness = try await openFlow()
    let receipts = try await withThrowingTaskGroup(of: JSONValue.self) { group in
      for number in 0..<40 {
        group.addTask {
          try await harness.send(
            "POST", key + "/add", #"{"create": {"labels": {"by": "\#(number)"}}}"#, admin
          ).json()
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(receipts.count { $0["created"] == true } == 1)
    let session = try await harness.send("GET", key, nil, admin).json()
    #expect(session["data"] == ["n": 40] && session["revision"] == 42)
  }

  @Test("Creations that find their key taken keep no capacity of mailboxes")
  func mailboxes() async throws {
    let harness = try await openAPI(.inProcess)
    let app = #"""
      {"app": "post", "version": 1, "root": {"kind": "stack", "initial": "home"}, "routes": {"home": {"onEnter": "HELLO"}},
       "actions": {"hear": {"do": []}}}
      """#
    let hello = #"{"send": "'box'", "action": {"type": "hear"}}"#
    let definition = app.replacing(#""HELLO""#, with: hello)
    #expect(try await harness.send("PUT", "/v1/apps/post", definition).status == 201)
    let creation = #"{"app": "post", "key": "k", "ifExists": "return"}"#
    let made = try await harness.send("POST", "/v1/sessions", creation)
    for _ in 1...5 { #expect(try await harness.send("POST", "/v1/sessions", creation).status == 200) }
    let metrics = try await harness.send("GET", "/metrics").text
    #expect(made.status == 201 && metrics.contains("\nnavstate_messages_pending 1\n"))
  }
}
