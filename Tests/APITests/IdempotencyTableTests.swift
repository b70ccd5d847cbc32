import HTTP
import JSON
import Testing

@testable import API

@Suite("Idempotency keys", .closesAPIs)
struct IdempotencyTableTests {
  /// The routes with a method that writes. The key of an agent's message is that of the request in it.
  static let writing = Example.all.filter {
    [.post, .put, .patch, .delete].contains($0.route.method) && $0.route.endpoint.access != .agent
  }

  @Test("Every writing route replays its first response for a repeated Idempotency-Key", arguments: writing)
  func kept(example: Example) async throws {
    let harness = try await openAPI(.inProcess, apps: Example.apps)
    try await Example.prepare(harness)
    let session = try await example.session(in: harness).path
    for action in example.preparation { _ = try await harness.send("POST", session + "/" + action) }
    let isImport = example.route.template == "/v1/imports"
    let archive = isImport ? try await harness.send("GET", session + "/export").text : nil
    if isImport { _ = try await harness.send("DELETE", session) }
    var answers: [Answer] = []
    for _ in 1...2 {
      answers.append(
        isImport
          ? try await harness.send(
            "POST", "/v1/imports", archive, "Content-Type: application/x-ndjson", "Idempotency-Key: k")
          : try await example.ask(harness, session: session, "Idempotency-Key: k"))
    }
    #expect(answers.map(\.status) == [example.status, example.status])
    #expect(answers.map { $0["Idempotency-Replayed"] } == [nil, "true"])
    #expect(answers[0].text == answers[1].text)
    #expect(answers[0]["ETag"] == answers[1]["ETag"] && answers[0]["Location"] == answers[1]["Location"])
  }

  @Test("The OpenAPI document lists Idempotency-Key at every writing route", arguments: writing)
  func documented(example: Example) throws {
    let path = try #require(DocumentedAPI.shared.document["paths"]?[example.route.template])
    let operation = try #require(path[example.route.method.rawValue.lowercased()])
    let names = operation["parameters"]?.arrayValue?.map { $0["name"]?.stringValue } ?? []
    #expect(names.contains("Idempotency-Key"))
  }

  @Test("Reusing an Idempotency-Key for a different request is rejected with 422", arguments: Way.allCases)
  func reuse(way: Way) async throws {
    let harness = try await openAPI(way)
    let (session, key) = (try await harness.session(), "Idempotency-Key: k")
    let lease = try await harness.send("POST", session + "/lease", #"{"seconds": 60}"#, key)
    #expect(lease.status == 200)
    for (method, path, body) in [
      ("POST", "/lease", #"{"seconds": 61}"#), ("DELETE", "/lease", nil), ("POST", "/push", nil),
    ] {
      try expectProblem(
        try await harness.send(method, session + path, body, key), 422, "idempotency-key-reused")
    }
    #expect(try await harness.send("DELETE", "/v1/apps/counter", nil, key).status == 409)
    try expectProblem(
      try await harness.send("DELETE", "/v1/apps/counter?version=1", nil, key), 422, "idempotency-key-reused")
  }

  @Test("The same Idempotency-Key with different credentials creates different sessions", arguments: Way.allCases)
  func credentials(way: Way) async throws {
    let harness = try await openAPIWithTokens(way)
    let admin = "Authorization: Bearer \(AuthorizationTests.admin)"
    var lines = [admin]
    for name in ["web", "mobile"] {
      let made = try await harness.send("POST", "/v1/apps/counter/keys", #"{"name": "\#(name)"}"#, admin)
      lines.append("Authorization: Bearer \(try #require(try made.json()["key"]?.stringValue))")
    }
    var ids: Set<String> = []
    for line in lines {
      let first = try await harness.send("POST", "/v1/sessions", #"{"app": "counter"}"#, line, "Idempotency-Key: k")
      let again = try await harness.send("POST", "/v1/sessions", #"{"app": "counter"}"#, line, "Idempotency-Key: k")
      #expect([first.status, again.status] == [201, 201])
      #expect(first.text == again.text)
      ids.insert(try #require(first["Location"]))
    }
    #expect(ids.count == 3)
  }

  @Test(
    "A stored response is not replayed to another credential with the same Idempotency-Key",
    arguments: [("tokens", #"{"role":"act"}"#), ("token", nil), ("fork", nil)])
  func otherCredential(path: String, body: String?) async throws {
    let (harness, session, own) = try await openSessionWithToken(.inProcess)
    func lead() async throws -> String {
      let made = try await harness.send("POST", session + "/tokens", #"{"role":"lead"}"#, admin)
      return bearer(try #require(try made.json()["token"]?.stringValue))
    }
    var texts: Set<String> = []
    for line in [bearer(own), admin, try await lead(), try await lead()] {
      let answer = try await harness.send("POST", session + "/" + path, body, line, "Idempotency-Key: k")
      #expect((200...201).contains(answer.status) && answer["Idempotency-Replayed"] == nil, "\(answer.text)")
      texts.insert(answer.text)
    }
    #expect(texts.count == 4)
  }

  @Test("A client cannot get the backend's token with the Idempotency-Key of the admin")
  func backendToken() async throws {
    let (harness, session, own) = try await openSessionWithToken(.inProcess)
    let (body, key) = (#"{"role":"backend"}"#, "Idempotency-Key: k")
    #expect(try await harness.send("POST", session + "/tokens", body, admin, key).status == 201)
    let answer = try await harness.send("POST", session + "/tokens", body, bearer(own), key)
    try expectProblem(answer, 403, "not-allowed")
  }

  @Test("A renewed token with the same name and role receives the responses of the former one")
  func renewal() async throws {
    let (harness, session, _) = try await openSessionWithToken(.inProcess)
    var answers: [Answer] = []
    for role in ["lead", "lead", "backend"] {
      let made = try await harness.send("POST", session + "/tokens", #"{"role":"\#(role)","name":"phone"}"#, admin)
      let token = bearer(try #require(try made.json()["token"]?.stringValue))
      answers.append(try await harness.send("POST", session + "/fork", nil, token, "Idempotency-Key: k"))
    }
    #expect(answers[0].text == answers[1].text && answers[0].text != answers[2].text)
  }

  @Test("The Idempotency-Key of a handoff belongs to its code")
  func handoffs() async throws {
    let harness = try await openAPIWithTokens(.inProcess)
    let (session, key) = (try await harness.session(#"{"app": "counter"}"#, admin).path, "Idempotency-Key: k")
    _ = try await harness.send("DELETE", "/v1/webhooks/none", nil, admin, key)
    var bodies: [String] = []
    for _ in 1...2 {
      let made = try await harness.send("POST", session + "/tokens", #"{"role":"act","once":true}"#, admin)
      bodies.append(#"{"code":"\#(try made.json()["code"]?.stringValue ?? "")"}"#)
    }
    let first = try await harness.send("POST", "/v1/handoffs", bodies[0], key)
    let other = try await harness.send("POST", "/v1/handoffs", bodies[1], key)
    #expect([first.status, other.status] == [201, 201] && first.text != other.text)
    #expect(try await harness.send("POST", "/v1/handoffs", bodies[0], key).text == first.text)
  }

  @Test("A replaced token does not receive the stored response of an Idempotency-Key", arguments: Way.allCases)
  func formerToken(way: Way) async throws {
    let harness = try await openAPIWithTokens(way)
    let admin = "Authorization: Bearer \(AuthorizationTests.admin)"
    let (session, token) = try await harness.session(#"{"app": "counter"}"#, admin)
    let first = try await harness.send(
      "POST", session + "/token", nil, "Authorization: Bearer \(token)", "Idempotency-Key: k")
    let new = try #require(try first.json()["token"]?.stringValue)
    let former = try await harness.send(
      "POST", session + "/token", nil, "Authorization: Bearer \(token)", "Idempotency-Key: k")
    try expectProblem(former, 401, "token-expired")
    let again = try await harness.send(
      "POST", session + "/token", nil, "Authorization: Bearer \(new)", "Idempotency-Key: k")
    #expect(again.text == first.text)
    #expect(again["Cache-Control"] == "no-store")
  }
}
