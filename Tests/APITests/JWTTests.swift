import HTTP
import JSON
import Navigation
import Sessions
import Support
import Synchronization
import TestSupport
import Testing
import Webhooks

@testable import API

@Suite("JWTs of clients", .closesAPIs)
struct JWTTests {
  private static let shop = App(
    "club", version: 1, root: ContainerDefinition(kind: .stack, initial: "home"), routes: [Route("home")],
    data: ["name": .null],
    access: AppAccess { query in
      if query.session?.labels["person"].map(JSONValue.string) == query.claims["sub"] { return .act }
      return query.claims["staff"] == true ? .watch : nil
    } create: { query in
      guard query.claims["verified"] == true, let person = query.claims["sub"]?.stringValue else { return nil }
      let name = query.claims["name"] ?? .null
      return AppAccess.NewSession(key: "user:\(person)", labels: ["person": person], data: ["name": name])
    })

  /// A line with a token of the issuer `i` that expires at 2026-01-02T03:14:05Z, ten minutes after the clock's start.
  private func line(_ subject: String, _ more: String = "", exp: Int = 1_767_323_645) throws -> String {
    bearer(try TestIssuer.token(#"{"iss": "i", "aud": "a", "sub": "\#(subject)", "exp": \#(exp)\#(more)}"#))
  }

  private func openIssuer(
    _ source: KeySource? = nil, fetch: @escaping KeyDocument.Fetch = KeyDocument.fetch, log: RequestLog = .silent
  ) async throws -> APIHarness {
    let rules = JWTRules(issuer: "i", audience: ["a"], leeway: 60_000)
    let issuer = IssuerConfiguration(rules: rules, source: try source ?? .local(TestIssuer.keys()))
    return try await openAPI(
      .inProcess, apps: [Self.shop], log: log,
      configure: {
        $0.requiresToken = true
        $0.adminTokenHashes = [SHA256.hash(Array(AuthorizationTests.admin.utf8))]
        $0.issuers = [issuer]
        $0.fetchKeys = fetch
      })
  }

  private func create(_ harness: APIHarness, _ line: String, _ more: String = "") async throws -> Answer {
    try await harness.send("POST", "/v1/sessions", #"{"app": "club"\#(more)}"#, line)
  }

  private func path(_ answer: Answer) throws -> String {
    "/v1/sessions/" + (try #require(try answer.json()["id"]?.stringValue, "\(answer.text)"))
  }

  @Test("An app that does not exist is named without those that do")
  func unknownApp() async throws {
    let harness = try await openIssuer()
    let answer = try await harness.send("POST", "/v1/sessions", #"{"app": "nope"}"#, try line("ann"))
    try expectProblem(answer, 422, "unknown-app", says: "There is no app \"nope\".")
  }

  @Test("A key of the app neither opens nor makes the session of a key that a person's JWT computes")
  func appKey() async throws {
    let harness = try await openIssuer()
    #expect(try await create(harness, try line("ann", #", "verified": true"#)).status == 201)
    let made = try await harness.send("POST", "/v1/apps/club/keys", #"{"name": "web"}"#, admin).json()
    let key = bearer(try #require(made["key"]?.stringValue))
    for person in ["ann", "eve"] {
      let answer = try await create(harness, key, #", "key": "user:\#(person)", "ifExists": "return""#)
      try expectProblem(answer, 403, "not-allowed", says: "omit `key`")
      let first = try await harness.send(
        "POST", "/v1/apps/club/sessions/user:\(person)/actions", #"{"type": "push", "route": "home", "create": {}}"#,
        key)
      #expect(first.status == 403)
    }
    let own = try await create(harness, key)
    #expect(own.status == 201)
    let token = bearer(try #require(try own.json()["token"]?.stringValue))
    let taken = try await harness.send("PATCH", try path(own), #"{"key": "user:eve"}"#, token)
    try expectProblem(taken, 403, "not-allowed", says: "omit `key`")
    #expect(try await harness.send("PATCH", try path(own), #"{"key": "user:eve"}"#, admin).status == 200)
  }

  @Test("A subject that only looks like another one has a session of its own")
  func lookAlike() async throws {
    let harness = try await openIssuer()
    let people = [("Karl", "Karl"), ("\u{212A}arl", "%E2%84%AAarl")]
    var keys: [JSONValue?] = []
    for (subject, _) in people {
      let made = try await create(harness, try line(subject, #", "verified": true"#))
      #expect(made.status == 201)
      keys.append(try made.json()["key"])
    }
    for (index, person) in people.enumerated() {
      for (other, encoded) in people.map(\.1).enumerated() {
        let asked = try await harness.send(
          "GET", "/v1/apps/club/sessions/user:\(encoded)", nil, try line(person.0, #", "verified": true"#))
        #expect(asked.status == (other == index ? 200 : 404))
        if other == index { #expect(try asked.json()["key"] == keys[index]) }
      }
    }
  }

  @Test("The app sets key, labels and data of a session, which a second creation returns, both without a token")
  func creation() async throws {
    let harness = try await openIssuer()
    let ann = try line("ann", #", "verified": true, "name": "Ann""#)
    let made = try await create(harness, ann)
    let session = try made.json()
    #expect(made.status == 201 && session["key"] == "user:ann" && session["labels"] == ["person": "ann"])
    #expect(session["data"] == ["name": "Ann"] && session["token"] == nil)
    let again = try await create(harness, ann)
    let existing = try again.json()
    #expect(again.status == 200 && existing["id"] == session["id"] && existing["token"] == nil)
    for member in ["key", "labels", "data", "version", "navigation", "expires", "ifExists"] {
      try expectProblem(try await create(harness, ann, #", "\#(member)": 1"#), 422, "bad-member", at: ["/\(member)"])
    }
    try expectProblem(try await create(harness, try line("bob")), 403, "not-allowed", says: "access.create")
    _ = try await harness.send("PATCH", try path(made), #"{"labels": {"person": "eve"}}"#, admin)
    try expectProblem(try await create(harness, ann), 404, "no-such-session")
  }

  @Test("Each request has the role that the app gives its claims; without one there is no session")
  func roles() async throws {
    let harness = try await openIssuer()
    let ann = try line("ann", #", "verified": true"#)
    let session = try path(try await create(harness, ann))
    #expect(try await harness.send("POST", session + "/push", #"{"route": "home"}"#, ann).status == 200)
    try expectProblem(try await harness.send("POST", session + "/undo", nil, ann), 403, "not-allowed", says: "`act`")
    let staff = try line("sam", #", "staff": true"#)
    #expect(try await harness.send("GET", session, nil, staff).status == 200)
    try expectProblem(try await harness.send("POST", session + "/popToRoot", nil, staff), 403, "not-allowed")
    let byKey = "/v1/apps/club/sessions/user:ann"
    #expect(try await harness.send("GET", byKey, nil, ann).status == 200)
    for path in [session, byKey] {
      try expectProblem(try await harness.send("GET", path, nil, try line("bob")), 404, "no-such-session")
    }
    for path in ["/v1/sessions", "/v1/apps/club", "/v1/webhooks", "/metrics"] {
      try expectProblem(try await harness.send("GET", path, nil, ann), 403, "not-allowed")
    }
  }

  @Test("An agent has the rights of the JWT that it sends: its holder's session, in that role, and no other one")
  func agent() async throws {
    let harness = try await openIssuer()
    let (ann, bob) = (try line("ann", #", "verified": true"#), try line("bob"))
    func call(_ tool: String, _ arguments: String, _ line: String, at path: String = "/mcp") async throws -> JSONValue {
      let params = #"{"name": "\#(tool)", "arguments": \#(arguments)}"#
      let body = #"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": \#(params)}"#
      return try await harness.send("POST", path, body, line).json()["result"] ?? .null
    }
    #expect(try await call("open_session", #"{"app": "club"}"#, bob)["isError"] == true)
    let keyed = try await call("open_session", #"{"app": "club", "key": "k"}"#, ann)["structuredContent"]
    #expect(keyed?["detail"]?.stringValue?.hasPrefix("`key` cannot be sent with a JWT") == true, "\(keyed ?? .null)")
    let opened = try await call("open_session", #"{"app": "club"}"#, ann)
    #expect(opened["structuredContent"]?["key"] == "user:ann" && opened["structuredContent"]?["token"] == nil)
    let address = #""app": "club", "key": "user:ann""#
    let push = #"{\#(address), "action": {"type": "push", "route": "home"}}"#
    #expect(try await call("act", push, ann)["structuredContent"]?["revision"] == 2)
    #expect(try await call("undo", "{\(address)}", ann)["isError"] == true)
    let own = "/mcp/apps/club/sessions/user:ann"
    let item = try await call("history", "{}", ann, at: own)["structuredContent"]?["items"]?[0]
    let by: JSONValue = ["kind": "jwt", "role": "act", "subject": "ann", "issuer": "i"]
    #expect(item?["by"] == by)
    for tool in ["look", "history", "available_actions"] {
      let refused = try await call(tool, "{\(address)}", bob)
      #expect(refused["isError"] == true && refused["structuredContent"]?["items"] == nil, "\(refused)")
    }
    let staff = try line("sam", #", "staff": true"#)
    #expect(try await call("look", "{\(address)}", staff)["isError"] == false)
    #expect(try await call("act", push, staff)["isError"] == true)
    let expired = try await harness.send("POST", "/mcp", "{}", try line("ann", exp: 1_700_000_000))
    try expectProblem(expired, 401, "bad-jwt")
  }

  @Test("An action by key creates the session of the holder's own key, without a token")
  func creationByKey() async throws {
    let harness = try await openIssuer()
    let ann = try line("ann", #", "verified": true"#)
    func push(_ key: String, _ line: String, _ create: String = "{}") async throws -> Answer {
      try await harness.send(
        "POST", "/v1/apps/club/sessions/\(key)/push", #"{"route": "home", "create": \#(create)}"#, line,
        "Idempotency-Key: k")
    }
    try expectProblem(try await push("user:bob", ann), 403, "not-allowed", says: "another key")
    try expectProblem(try await push("user:bob", try line("bob")), 403, "not-allowed", says: "access.create")
    try expectProblem(
      try await push("user:ann", ann, #"{"labels": {}}"#), 422, "bad-member", at: ["/create/labels"])
    let made = try await push("user:ann", ann)
    let receipt = try made.json()
    #expect(receipt["created"] == true && receipt["token"] == nil && receipt["session"]?["key"] == "user:ann")
    // With the role that it has now, the holder is the same.
    #expect(try await push("user:ann", ann).text == made.text)
    let history = try await harness.send("GET", "/v1/apps/club/sessions/user:ann/history", nil, ann).json()
    #expect(history["items"]?.arrayValue?.first?["by"]?["subject"] == "ann")
    for body in ["{}", #"{"labels": {}}"#] {
      try expectProblem(try await push("user:ann", try line("eve"), body), 404, "no-such-session")
    }
  }

  @Test("What a creation does has the role of its holder, who may repeat it without a right to act")
  func roleOfCreation() async throws {
    let harness = try await openIssuer()
    let definition = #"""
      {"app": "till", "version": 1, "root": {"kind": "stack", "initial": "home"}, "data": {"role": ""},
       "access": {"create": {"when": "true", "key": "claims.sub", "labels": {"of": "claims.sub"}},
         "roles": [{"when": "session.labels.of == claims.sub", "role": "claims.role"}]},
       "actions": {"note": {"do": {"set": {"data.role": "by.role"}}}, "close": {"by": "backend", "do": []}},
       "routes": {"home": {"onEnter": {"emit": "begun"}}}}
      """#
    for role in ["backend", "watch"] {
      let own = definition.replacing("claims.role", with: role).replacing("till", with: role)
      #expect(try await harness.send("PUT", "/v1/apps/\(role)", own, admin).status == 201)
      let key = "/v1/apps/\(role)/sessions/ann"
      func note() async throws -> Answer {
        try await harness.send(
          "POST", key + "/note", #"{"create": {}}"#, try line("ann"), "Idempotency-Key: one")
      }
      let made = try await note()
      #expect(try made.json()["session"]?["data"] == ["role": .string(role)])
      #expect(try await note().text == made.text)
      let items = try await harness.send("GET", key + "/history", nil, admin).json()["items"]?.arrayValue ?? []
      #expect(items.map { $0["by"]?["role"] } == [.string(role), .string(role)])
      let close = try await harness.send("POST", key + "/close", #"{"create": {}}"#, try line("ann"))
      #expect(close.status == (role == "backend" ? 200 : 403))
    }
    let close = try await harness.send(
      "POST", "/v1/apps/backend/sessions/eve/close", #"{"create": {}}"#, try line("eve"))
    #expect(close.status == 200)
  }

  @Test("Computed data that does not fit is the app's fault, and a fork by a JWT has no token")
  func unfitData() async throws {
    let harness = try await openIssuer()
    let definition = #"""
      {"app": "till", "version": 1, "root": {"kind": "stack", "initial": "home"}, "data": {"n": 1}, "routes": {"home": {}},
       "access": {"create": {"when": "true", "data": {"n": "claims.n"}}, "roles": [{"when": "true", "role": "lead"}]}}
      """#
    #expect(try await harness.send("PUT", "/v1/apps/till", definition, admin).status == 201)
    let body = #"{"app": "till"}"#
    let refused = try await harness.send("POST", "/v1/sessions", body, try line("ann", #", "n": "zz""#))
    try expectProblem(refused, 403, "not-allowed", says: "computes data")
    let metrics = try await harness.send("GET", "/metrics", nil, admin).text
    #expect(metrics.contains(#"navstate_access_failures_total{app="till"} 1"#))
    let session = try path(try await harness.send("POST", "/v1/sessions", body, try line("ann", #", "n": 2"#)))
    let fork = try await harness.send("POST", session + "/fork", "{}", try line("ann", #", "n": 2"#))
    #expect(try fork.status == 201 && fork.json()["token"] == nil)
  }

  @Test("The version of a rollout is that whose own key falls to it, and its `access.create` makes the session")
  func rollout() async throws {
    let harness = try await openIssuer()
    for version in [1, 2] {
      let definition = #"""
        {"app": "till", "version": \#(version), "root": {"kind": "stack", "initial": "home"}, "routes": {"home": {}},
         "access": {"create": {"when": "\#(version == 2)", "key": "claims.sub", "labels": {"made": "'\#(version)'"}},
           "roles": [{"when": "true", "role": "act"}]}}
        """#
      #expect(try await harness.send("PUT", "/v1/apps/till", definition, admin).status == 201)
    }
    let rollout = #"{"current": 1, "next": 2, "percent": 50}"#
    #expect(try await harness.send("PUT", "/v1/apps/till/rollout", rollout, admin).status == 200)
    var statuses: Set<Int> = []
    for number in 0..<30 {
      let made = try await harness.send("POST", "/v1/sessions", #"{"app": "till"}"#, try line("u\(number)"))
      statuses.insert(made.status)
      guard made.status == 201 else { continue }
      #expect(try made.json()["appVersion"] == 2 && made.json()["labels"] == ["made": "2"])
      let again = try await harness.send("POST", "/v1/sessions", #"{"app": "till"}"#, try line("u\(number)"))
      #expect(again.status == 200)
    }
    #expect(statuses == [201, 403])
  }

  @Test("A token that is not accepted is named by its fault, without its content")
  func refusals() async throws {
    let harness = try await openIssuer()
    let expired = try await create(harness, try line("ann", exp: 1_767_322_000))
    try expectProblem(expired, 401, "bad-jwt", says: "expired")
    #expect(expired["WWW-Authenticate"] == #"Bearer error="invalid_token""# && !expired.text.contains("ann"))
    try expectProblem(try await create(harness, bearer("a.b.c")), 401, "bad-jwt", says: "header")
    let foreign = try TestIssuer.token(#"{"iss": "j", "aud": "a", "sub": "s", "exp": 2e9}"#)
    try expectProblem(try await create(harness, bearer(foreign)), 401, "bad-jwt", says: "issuer")
    try expectProblem(try await create(harness, bearer("a.b")), 403, "not-allowed")
  }

  @Test("A verified token is refused after its expiry, and after its key was removed")
  func cache() async throws {
    let harness = try await openIssuer()
    let ann = try line("ann", #", "verified": true"#)
    let session = try path(try await create(harness, ann))
    harness.clock.advance(659_000)
    #expect(try await harness.send("GET", session, nil, ann).status == 200)
    let later = try line("ann", exp: 1_767_333_645)
    #expect(try await harness.send("GET", session, nil, later).status == 200)
    harness.clock.advance(1_000)
    try expectProblem(try await harness.send("GET", session, nil, ann), 401, "bad-jwt", says: "expired")
    let rules = JWTRules(issuer: "i", audience: ["a"], leeway: 0)
    let none = try JSONWebKeySet(["keys": []], isLocal: true)
    harness.api.setIssuers([IssuerConfiguration(rules: rules, source: .local(none))])
    try expectProblem(try await harness.send("GET", session, nil, later), 401, "bad-jwt", says: "`kid`")
  }

  @Test("A stream ends without `closed` when a change of labels leaves its holder without a role")
  func streams() async throws {
    let harness = try await openIssuer()
    let ann = try line("ann", #", "verified": true"#)
    let session = try path(try await create(harness, ann))
    let client = InProcessClient(api: harness.api)
    let stream = try #require(try await client.listen(session + "/events", ann))
    let ticket = try await harness.send("POST", session + "/tickets", nil, ann).json()["ticket"]?.stringValue
    let other = try #require(try await client.listen(session + "/events?ticket=" + (ticket ?? "")))
    _ = try await harness.send("PATCH", session, #"{"labels": {"person": "eve"}}"#, admin)
    for stream in [stream, other] {
      let events = await stream.events(9)
      #expect(events.count == 1 && !events.contains { $0.contains("event: closed") })
    }
    #expect(try await client.listen(session + "/events", ann) == nil)
  }

  @Test("A failed expression is reported once and counted")
  func failures() async throws {
    let told = Mutex<[String]>([])
    var log = RequestLog.silent
    log.tellAccess = { failure in told.withLock { $0.append(failure) } }
    let harness = try await openIssuer(log: log)
    let access = """
      {"create": {"when": "claims.verified == true"}, "roles": [{"when": "claims.x == 1", "role": "act"}]}
      """
    let app = #"{"app": "json", "version": 1, "root": {"kind": "stack"}, "routes": {"a": {}}, "access": \#(access)}"#
    #expect(try await harness.send("PUT", "/v1/apps/json", app, admin).status == 201)
    let session = try await harness.session(#"{"app": "json"}"#, admin).path
    for _ in 1...2 {
      try expectProblem(try await harness.send("GET", session, nil, try line("ann")), 404, "no-such-session")
    }
    let creation = try await harness.send("POST", "/v1/sessions", #"{"app": "json"}"#, try line("ann"))
    try expectProblem(creation, 403, "not-allowed")
    #expect(told.withLock { $0.map { $0.contains("json/access/") } } == [true, true])
    let page = try PrometheusParser(try await harness.send("GET", "/metrics", nil, admin).text)
    #expect(page["navstate_access_failures_total", ["app": "json"]] == 3)
  }

  // MARK: Keys of a URL

  /// An issuer whose answers a test sets.
  private final class Server: Sendable {
    let state = Mutex<(document: KeyDocument?, asked: [String])>((nil, []))

    func answer(_ keys: JSONValue?, maxAge: Int64? = nil) {
      state.withLock { $0.document = keys.map { KeyDocument(json: $0, maxAge: maxAge) } }
    }

    var asked: Int { state.withLock { $0.asked.count } }

    func fetch(_ url: String) throws(DocumentError) -> KeyDocument {
      let document = state.withLock { state in
        state.asked.append(url)
        return state.document
      }
      guard let document else { throw DocumentError("down") }
      return document
    }
  }

  /// Asks with a recorded token, which is valid until 2033, for a session that does not exist.
  private func ask(_ harness: APIHarness) async throws -> Answer {
    let token = try RecordedTokens.read("ES256").token
    return try await harness.send("GET", "/v1/sessions/s_AAAAAAAAAAAAAAAAAAAAAA", nil, bearer(token))
  }

  private func openServer() async throws -> (harness: APIHarness, server: Server) {
    let server = Server()
    let fetch: KeyDocument.Fetch = { url throws(DocumentError) in try server.fetch(url) }
    return (try await openIssuer(.url("https://i/keys"), fetch: fetch), server)
  }

  @Test("Keys are fetched at the first need, kept, and known ones are used for a day while the issuer is unreachable")
  func fetches() async throws {
    let (harness, server) = try await openServer()
    let down = try await ask(harness)
    try expectProblem(down, 503, "issuer-unreachable")
    #expect(down["Retry-After"] == "5" && server.asked == 1)
    // Not asked again at once.
    try expectProblem(try await ask(harness), 503, "issuer-unreachable")
    #expect(server.asked == 1)
    harness.clock.advance(5_000)
    server.answer(try RecordedTokens.read("ES256").keys)
    try expectProblem(try await ask(harness), 404, "no-such-session")
    harness.clock.advance(299_999)
    server.answer(nil)
    try expectProblem(try await ask(harness), 404, "no-such-session")
    #expect(server.asked == 2)
    harness.api.setIssuers([])
  }

  @Test("An unknown key is looked for at most every 30 s")
  func unknown() async throws {
    let (harness, server) = try await openServer()
    server.answer(["keys": []])
    try expectProblem(try await ask(harness), 401, "bad-jwt", says: "`kid`")
    #expect(server.asked == 1)
    try expectProblem(try await ask(harness), 401, "bad-jwt", says: "`kid`")
    try expectProblem(try await ask(harness), 401, "bad-jwt", says: "`kid`")
    #expect(server.asked == 2)
    server.answer(try RecordedTokens.read("ES256").keys)
    harness.clock.advance(30_000)
    try expectProblem(try await ask(harness), 404, "no-such-session")
    #expect(server.asked == 3)
  }

  @Test("Discovery takes the keys only from metadata of the same issuer, and ages within the limits")
  func discovery() async throws {
    let server = Server()
    server.answer(["issuer": "https://other", "jwks_uri": "https://i/keys"])
    let environment = IssuerKeys.Environment(
      fetch: { url throws(DocumentError) in try server.fetch(url) }, now: { 0 }, onFailure: { _ in })
    let keys = IssuerKeys(.discovery(issuer: "https://i/"), environment)
    await keys.fetch()
    #expect(keys.counts == (0, 1))
    #expect(server.state.withLock { $0.asked } == ["https://i/.well-known/openid-configuration"])
    #expect(KeyDocument.maxAge(in: "public, max-age=3600") == 3_600_000)
    #expect(KeyDocument.maxAge(in: "no-store") == nil)
  }

  @Test(
    "Keys are fetched by https, and by http from loopback addresses only",
    arguments: [
      ("https://id.example/keys", true), ("http://127.0.0.1:8/keys", true), ("http://[::1]/keys", true),
      ("http://localhost", true), ("http://id.example", false), ("http://127.0.0.1.example/", false),
      ("http://localhost@id.example/", false), ("file:///etc/passwd", false), ("https://", false),
    ])
  func urls(url: String, isAllowed: Bool) {
    #expect(KeySource.mayFetch(url) == isAllowed)
  }
}
