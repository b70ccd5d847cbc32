import Support
import HTTP
import JSON
import Sessions
import Testing

@testable import API

@Suite("Session tokens", .closesAPIs)
struct TokenTests {
  @Test("A session token has 32 random bytes, is shown once and is stored as its hash", arguments: Way.allCases)
  func secret(way: Way) async throws {
    let (harness, session, token) = try await openSessionWithToken(way)
    #expect(token.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil)
    #expect(token != (try await harness.session(#"{"app": "counter"}"#, admin).token))
    #expect(try await !harness.send("GET", session, nil, admin).text.contains(token))
    let stored = try await harness.tokenHash(of: session)
    #expect(stored == SHA256.hash(Array(token.utf8)))
  }

  @Test("A new session token invalidates the former one at once", arguments: Way.allCases)
  func rotation(way: Way) async throws {
    let (harness, session, former) = try await openSessionWithToken(way)
    func status(_ token: String) async throws -> Int {
      try await harness.send("GET", session, nil, bearer(token)).status
    }
    let answer = try await harness.send("POST", session + "/token", nil, bearer(former))
    #expect(answer.status == 200)
    #expect(answer["Cache-Control"] == "no-store")
    let token = try #require(try answer.json()["token"]?.stringValue)
    #expect(answer.text == #"{"token":"\#(token)"}"#)
    #expect(try await [status(former), status(token)] == [401, 200])
    let ended = try await harness.send("POST", session + "/token", nil, bearer(former))
    try expectProblem(ended, 401, "token-expired")
    let second = try await harness.send("POST", session + "/token", "{}", admin)
    let other = try #require(try second.json()["token"]?.stringValue)
    #expect(try await [status(token), status(other)] == [401, 200])
    let refused = try await harness.send("POST", session + "/token", #"{"token": "mine"}"#, bearer(other))
    try expectProblem(refused, 422, "unknown-member", says: "token")
  }

  @Test("Only the admin has access to a session between the revocation and a new token", arguments: Way.allCases)
  func revocation(way: Way) async throws {
    let (harness, session, token) = try await openSessionWithToken(way)
    #expect(try await harness.send("DELETE", session + "/token", nil, bearer(token)).status == 204)
    for line in [bearer(token), "Authorization: Bearer ", bearer("0")] {
      for (method, path) in [("GET", ""), ("POST", "/push"), ("DELETE", "/token"), ("POST", "/tickets")] {
        #expect(try await [401, 404].contains(harness.send(method, session + path, nil, line).status))
      }
    }
    #expect(try await harness.send("GET", session, nil, admin).status == 200)
    #expect(try await harness.send("DELETE", session + "/token", nil, admin).status == 204)
    let answer = try await harness.send("POST", session + "/token", nil, admin)
    let other = try #require(try answer.json()["token"]?.stringValue)
    #expect(try await harness.send("GET", session, nil, bearer(other)).status == 200)
  }

  @Test("A stream closes when its token is replaced or revoked, and others continue", arguments: ["POST", "DELETE"])
  func streams(method: String) async throws {
    let (harness, session, token) = try await openSessionWithToken(.inProcess)
    let client = InProcessClient(api: harness.api)
    let path = session + "/events?view=minimal"
    let own = try #require(try await client.listen(path, bearer(token)))
    let admins = try #require(try await client.listen(path, admin))
    let (_, poll) = try client.poll(session, bearer(token), "If-None-Match: \"1\"", "Prefer: wait=60")
    let (_, adminsPoll) = try client.poll(session, admin, "If-None-Match: \"1\"", "Prefer: wait=60")
    let changed = try await harness.send(method, session + "/token", nil, bearer(token))
    #expect(changed.status < 300)
    #expect(await own.events(2).count == 1)
    #expect(own.isClosed)
    #expect(await poll.value.status == 401)
    #expect(try await client.listen(path, bearer(token)) == nil)
    _ = try await harness.send("POST", session + "/push", nil, admin)
    #expect(await admins.events(2).count == 2)
    #expect(!admins.isClosed)
    #expect(await adminsPoll.value.status == 200)
  }
}

@Suite("App keys", .closesAPIs)
struct AppKeyTests {
  @Test("An app key creates sessions of its own app and gives no other access", arguments: Way.allCases)
  func creation(way: Way) async throws {
    let harness = try await openAPIWithTokens(way)
    _ = try await harness.send("PUT", "/v1/apps/shop", Shop.definition, admin)
    let answer = try await harness.send("POST", "/v1/apps/shop/keys", #"{"name": "web"}"#, admin)
    #expect(answer.status == 201)
    #expect(answer["Cache-Control"] == "no-store")
    let key = try #require(try answer.json()["key"]?.stringValue)
    #expect(key.wholeMatch(of: /k_[A-Za-z0-9_-]{43}/) != nil)
    #expect(
      try answer.json() == ["name": "web", "key": .string(key), "createdAt": "2026-01-02T03:04:05.678Z"])
    let made = try await harness.session(Shop.session, bearer(key))
    #expect(try await harness.send("GET", made.path, nil, bearer(made.token)).status == 200)
    #expect(try await harness.send("GET", made.path, nil, bearer(key)).status == 404)
    for body in [#"{"app": "counter"}"#, #"{"app": "nope"}"#, #"{"app": "Shop"}"#, #"{"app": "shop "}"#] {
      let refused = try await harness.send("POST", "/v1/sessions", body, bearer(key))
      let wrong = try await harness.send("POST", "/v1/sessions", body, bearer("wrong"))
      try expectProblem(refused, 403, "not-allowed")
      #expect(try refused.json()["detail"] == wrong.json()["detail"])
    }
  }

  @Test("App keys are listed without their secrets, and a removed key is refused", arguments: Way.allCases)
  func removal(way: Way) async throws {
    let harness = try await openAPIWithTokens(way)
    let keys = "/v1/apps/counter/keys"
    #expect(try await harness.send("GET", keys, nil, admin).text == #"{"items":[]}"#)
    var secrets: [String] = []
    for name in ["web", "mobile"] {
      let answer = try await harness.send("POST", keys, #"{"name": "\#(name)"}"#, admin)
      secrets.append(try #require(try answer.json()["key"]?.stringValue))
    }
    let at = "2026-01-02T03:04:05.678Z"
    #expect(
      try await harness.send("GET", keys, nil, admin).text
        == #"{"items":[{"name":"mobile","createdAt":"\#(at)"},{"name":"web","createdAt":"\#(at)"}]}"#)
    let session = try await harness.session(#"{"app": "counter"}"#, bearer(secrets[0]))
    #expect(try await harness.send("DELETE", keys + "/web", nil, admin).status == 204)
    let refused = try await harness.send("POST", "/v1/sessions", #"{"app": "counter"}"#, bearer(secrets[0]))
    try expectProblem(refused, 403, "not-allowed")
    #expect(try await harness.send("GET", session.path, nil, bearer(session.token)).status == 200)
    _ = try await harness.session(#"{"app": "counter"}"#, bearer(secrets[1]))
    try expectProblem(try await harness.send("DELETE", keys + "/web", nil, admin), 404, "no-such-key", says: "web")
    // The name of the removed key can be used again.
    #expect(try await harness.send("POST", keys, #"{"name": "web"}"#, admin).status == 201)
  }

  @Test("An app key needs a valid name, unique in its app, and an existing app", arguments: Way.allCases)
  func names(way: Way) async throws {
    let harness = try await openAPI(way)
    let keys = "/v1/apps/counter/keys"
    for name in [
      #""""#, #""Web""#, #""-a""#, #""a b""#, #""ü""#, "7", "null", "\"\(String(repeating: "a", count: 65))\"",
    ] {
      let answer = try await harness.send("POST", keys, #"{"name": \#(name)}"#)
      try expectProblem(answer, 422, "bad-member", at: ["/name"])
    }
    for name in ["a", "7-up_2", String(repeating: "a", count: 64)] {
      #expect(try await harness.send("POST", keys, #"{"name": "\#(name)"}"#).status == 201)
    }
    try expectProblem(try await harness.send("POST", keys, "{}"), 422, "missing-member", at: ["/name"])
    try expectProblem(try await harness.send("POST", keys, #"{"name": "a"}"#), 409, "key-exists", says: "\"a\"")
    for method in ["GET", "POST"] {
      let body = method == "POST" ? #"{"name": "a"}"# : nil
      try expectProblem(try await harness.send(method, "/v1/apps/nope/keys", body), 404, "no-such-app", says: "nope")
    }
  }

  @Test("An app has at most 100 keys")
  func limit() async throws {
    let harness = try await openAPI(.inProcess)
    let keys = "/v1/apps/counter/keys"
    for number in 1...100 {
      #expect(try await harness.send("POST", keys, #"{"name": "k\#(number)"}"#).status == 201)
    }
    try expectProblem(try await harness.send("POST", keys, #"{"name": "last"}"#), 409, "too-many-keys", says: "100")
    #expect(try await harness.send("DELETE", keys + "/k7").status == 204)
    #expect(try await harness.send("POST", keys, #"{"name": "last"}"#).status == 201)
  }

  @Test("The keys of a withdrawn app can still be removed")
  func withdrawn() async throws {
    let harness = try await openAPI(.inProcess)
    try await Example.prepare(harness)
    #expect(try await harness.send("DELETE", "/v1/apps/shop").status == 204)
    #expect(try await harness.send("GET", "/v1/apps/shop/keys").text.contains("mobile"))
    try expectProblem(
      try await harness.send("POST", "/v1/apps/shop/keys", #"{"name": "web"}"#), 404, "no-such-app", says: "withdrawn"
    )
    #expect(try await harness.send("DELETE", "/v1/apps/shop/keys/mobile").status == 204)
    try expectProblem(try await harness.send("GET", "/v1/apps/shop/keys"), 404, "no-such-app")
  }
}

/// The admin token as a header field line.
let admin = bearer(AuthorizationTests.admin)

func bearer(_ token: String) -> String { "Authorization: Bearer \(token)" }

/// Opens an API that requires tokens, until the test ends.
func openAPIWithTokens(
  _ way: Way, limits: SessionLimits = SessionLimits(), log: RequestLog = .silent,
  configure: (inout API.Configuration) -> Void = { _ in }
) async throws -> APIHarness {
  try await openAPI(
    way, apps: Example.apps, limits: limits, log: log,
    configure: {
      $0.requiresToken = true
      $0.adminTokenHashes = [SHA256.hash(Array(AuthorizationTests.admin.utf8))]
      configure(&$0)
    })
}

/// Opens an API that requires tokens, and creates a session for the admin.
func openSessionWithToken(
  _ way: Way, log: RequestLog = .silent, configure: (inout API.Configuration) -> Void = { _ in }
) async throws -> (harness: APIHarness, session: String, token: String) {
  let harness = try await openAPIWithTokens(way, log: log, configure: configure)
  let (session, token) = try await harness.session(#"{"app": "counter"}"#, admin)
  return (harness, session, token)
}

/// Runs `body` against an API that requires tokens.
func withTokens(
  _ way: Way, limits: SessionLimits = SessionLimits(), log: RequestLog = .silent,
  configure: (inout API.Configuration) -> Void = { _ in }, _ body: (APIHarness) async throws -> Void
) async throws {
  try await OpenedAPIs.closing {
    try await body(openAPIWithTokens(way, limits: limits, log: log, configure: configure))
  }
}

extension APIHarness {
  fileprivate func tokenHash(of session: String) async throws -> [UInt8]? {
    let id = try #require(SessionID(Array(session.utf8.dropFirst("/v1/sessions/".utf8.count))[...]))
    return try await registry.access(to: id)?.tokenHash
  }
}
