import HTTP
import JSON
import Navigation
import Sessions
import TestSupport
import Testing

@testable import API

@Suite("Operators", .closesAPIs)
struct OperatorTests {
  private static let path = "/v1/admin/tokens"
  private static let order = #"{"app": "shop", "key": "order-1"}"#

  @Test("An operator's token is shown once, and opens nothing once it is deleted", arguments: Way.allCases)
  func life(way: Way) async throws {
    let harness = try await openAPIWithTokens(way)
    let made = try await harness.send("POST", Self.path, #"{"name": "till", "scopes": ["read", "metrics"]}"#, admin)
    #expect(made.status == 201)
    #expect(made["Cache-Control"] == "no-store")
    guard case .object(var json) = try made.json() else { throw NoAnswer(call: made.text) }
    let secret = try #require(json["token"]?.stringValue)
    json["token"] = nil
    #expect(json["scopes"] == ["metrics", "read"])
    let list = try await harness.send("GET", Self.path, nil, admin)
    #expect(try list.json() == ["items": [.object(json)]])
    #expect(try await harness.send("GET", "/", nil, bearer(secret)).json()["operator"] == .object(json))
    for path in ["/metrics", "/v1/sessions"] {
      #expect(try await harness.send("GET", path, nil, bearer(secret)).status == 200)
    }
    let id = try #require(json["id"]?.stringValue)
    #expect(try await harness.send("DELETE", Self.path + "/" + id, nil, admin).status == 204)
    let again = try await harness.send("DELETE", Self.path + "/" + id, nil, admin)
    try expectProblem(again, 404, "no-such-token", says: id)
    let refused = try await harness.send("GET", "/v1/sessions", nil, bearer(secret))
    try expectProblem(refused, 401, "token-expired")
    let short = try await harness.operator("short", ["read"], ["expiresIn": 60])
    harness.clock.advance(60_001)
    try expectProblem(try await harness.send("GET", "/v1/apps", nil, short.line), 401, "token-expired")
  }

  @Test("Names of operators that only look alike are different")
  func lookAlikes() async throws {
    let harness = try await openAPIWithTokens(.inProcess)
    for (name, status) in [(#"\u00e9"#, 201), (#"e\u0301"#, 201), (#"e\u0301"#, 409)] {
      let made = try await harness.send("POST", Self.path, #"{"name": "\#(name)", "scopes": ["read"]}"#, admin)
      #expect(made.status == status, "\(made.text)")
    }
  }

  @Test("A name is unique and not that of the admin, and scopes, apps and expiry have to be valid")
  func bodies() async throws {
    let harness = try await openAPIWithTokens(.inProcess)
    let first = try await harness.operator("till", ["read"])
    let twice = try await harness.send("POST", Self.path, #"{"name": "till", "scopes": ["read"]}"#, admin)
    try expectProblem(twice, 409, "token-exists", says: "till")
    for (member, value) in [
      ("name", #""admin""#), ("name", "7"), ("name", #""""#), ("scopes", "[]"), ("scopes", #"["read", "root"]"#),
      ("scopes", #"["read", 7]"#), ("scopes", #""read""#), ("apps", "[]"), ("apps", #""shop""#),
      ("apps", #"["a b"]"#),
      ("expiresIn", "0"), ("expiresIn", #""1h""#),
    ] {
      var body: JSONObject = ["name": "x", "scopes": ["read"]]
      body[member] = try JSONValue(parsing: Array(value.utf8))
      let answer = try await harness.send("POST", Self.path, JSONValue.object(body).text, admin)
      try expectProblem(answer, 422, "bad-member", at: ["/" + member])
    }
    _ = try await harness.send("DELETE", Self.path + "/" + first.id, nil, admin)
    #expect(try await harness.operator("till", ["read"]).id != first.id)
  }

  @Test("There are at most 1,000 operators")
  func limit() async throws {
    let all = Operators(now: { 0 })
    for number in 0..<Operators.limit {
      all.add(
        StoredOperator(
          id: "\(number)", name: "n\(number)", hash: [UInt8(number & 255), UInt8(number >> 8)], scopes: .read, apps: [],
          createdAt: 0, expiresAt: nil))
    }
    #expect { try all.reserve("one more") } throws: { ($0 as? Problem)?.code == "too-many-tokens" }
    #expect(all.remove("7"))
    try all.reserve("one more")
    #expect { try all.reserve("one more") } throws: { ($0 as? Problem)?.code == "token-exists" }
  }

  @Test("A refusal names the scopes that suffice; operators are the admin's", arguments: Way.allCases)
  func refusals(way: Way) async throws {
    let (harness, session, token) = try await openSessionWithToken(way)
    let reader = try await harness.operator("reader", ["read"]).line
    let refused = try await harness.send("POST", session + "/increment", nil, reader)
    try expectProblem(
      refused, 403, "not-allowed", says: "the scopes `read`; the request requires `support` or `admin`")
    for line in [try await harness.operator("chief", ["admin"]).line, reader, bearer(token)] {
      let creation = try await harness.send("POST", "/v1/sessions", #"{"app": "counter"}"#, line)
      if line == bearer(token) {
        try expectProblem(creation, 403, "not-allowed", says: "a key of the app, an operator's token with `support`")
      }
      for method in ["GET", "POST"] {
        let body = method == "POST" ? #"{"name": "made", "scopes": ["read"]}"# : nil
        try expectProblem(try await harness.send(method, Self.path, body, line), 403, "not-allowed", says: "admin's")
      }
    }
  }

  @Test("A job that migrates requires the scope `apps`, as a migration does")
  func migratingJob() async throws {
    let harness = try await openAPIWithTokens(.inProcess)
    let job = #"{"filter": {"app": "counter"}, "migrate": {"from": 1, "to": 2}}"#
    for scopes in [["support"], ["read", "support"]] {
      let refused = try await harness.send(
        "POST", "/v1/batches", job, try await harness.operator("with-\(scopes.count)", scopes).line)
      try expectProblem(refused, 403, "not-allowed", says: "the request requires `apps` or `admin`")
    }
  }

  /// Two apps with a session, a webhook and a job each, and an operator of the first.
  private func withShops(
    _ scopes: [String], _ body: (APIHarness, _ line: String, _ own: String, _ foreign: String) async throws -> Void
  ) async throws {
    try await withTokens(.inProcess) { harness in
      try await Example.prepare(harness, admin)
      let own = try await harness.session(Self.order, admin).path
      let foreign = try await harness.session(Self.order.replacing("shop", with: "counter"), admin).path
      for (name, apps) in [("own", #"["shop"]"#), ("foreign", #"["counter"]"#), ("both", #"["shop", "counter"]"#)] {
        let webhook = Example.webhook.dropLast() + #", "apps": \#(apps)}"#
        _ = try await harness.send("PUT", "/v1/webhooks/" + name, String(webhook), admin)
      }
      for app in ["shop", "counter"] {
        _ = try await harness.send("POST", "/v1/batches", #"{"filter": {"app": "\#(app)"}, "delete": true}"#, admin)
      }
      let line = try await harness.operator("limited", scopes, ["apps": ["shop"]]).line
      try await body(harness, line, own, foreign)
    }
  }

  @Test("The lists of an operator of some apps have only theirs, and what belongs to others does not exist")
  func lists() async throws {
    try await withShops(["support", "apps", "metrics"]) { harness, line, own, foreign in
      for (path, member, expected) in [
        ("/v1/sessions", "app", ["shop"]), ("/v1/sessions?app=counter", "app", []), ("/v1/apps", "app", ["shop"]),
        ("/v1/webhooks", "name", ["own"]), ("/v1/batches", "id", ["b_2", "b_1"]),
      ] {
        let items = try await harness.send("GET", path, nil, line).json()["items"]?.arrayValue
        #expect(items?.map { $0[member]?.stringValue } == expected, "\(path)")
      }
      for (method, path) in [
        ("GET", foreign), ("POST", foreign + "/increment"), ("GET", "/v1/apps/counter"),
        ("GET", "/v1/apps/counter/keys"),
        ("GET", "/v1/apps/counter/sessions/order-1"), ("GET", "/v1/batches/b_3"), ("DELETE", "/v1/batches/b_3"),
        ("GET", "/v1/webhooks/foreign"), ("GET", "/v1/webhooks/both"), ("DELETE", "/v1/webhooks/orders"),
        ("POST", "/v1/webhooks/foreign/resume"),
      ] {
        #expect(try await harness.send(method, path, nil, line).status == 404, "\(method) \(path)")
      }
      for path in [own, "/v1/apps/shop/sessions/order-1", "/v1/batches/b_2", "/v1/webhooks/own"] {
        #expect(try await harness.send("GET", path, nil, line).status == 200, "\(path)")
      }
    }
  }

  @Test("An operator of some apps has to name one in jobs, webhooks and new sessions, and has no metrics or backups")
  func named() async throws {
    try await withShops(["admin"]) { harness, line, own, foreign in
      let archive = try await harness.send("GET", foreign + "/export", nil, admin).text
      let hook = Example.webhook
      for (method, path, body) in [
        ("POST", "/v1/batches", #"{"filter": {"all": true}, "delete": true}"#),
        ("POST", "/v1/batches", #"{"filter": {"app": "counter"}, "delete": true}"#),
        ("PUT", "/v1/webhooks/new", hook), ("PUT", "/v1/webhooks/new", hook.dropLast() + #", "apps": ["counter"]}"#),
        ("POST", "/v1/sessions", #"{"app": "counter"}"#), ("POST", "/v1/imports", archive), ("GET", "/metrics", nil),
        ("POST", "/v1/admin/backups", nil), ("GET", "/v1/admin/quarantine", nil),
      ] as [(String, String, String?)] {
        let type = path == "/v1/imports" ? "Content-Type: application/x-ndjson" : "Accept: */*"
        let answer = try await harness.send(method, path, body, line, type)
        try expectProblem(answer, 403, "not-allowed", says: "limited to the apps `shop`")
      }
      let replaced = try await harness.send(
        "PUT", "/v1/webhooks/foreign", hook.dropLast() + #", "apps": ["shop"]}"#, line)
      try expectProblem(replaced, 404, "no-such-webhook")
      #expect(try await harness.send("POST", "/v1/sessions", #"{"app": "shop"}"#, line).status == 201)
    }
  }

  @Test("Apps of others are to an operator as apps that do not exist, also for new sessions")
  func foreignCreations() async throws {
    try await withShops(["support"]) { harness, line, _, foreign in
      _ = try await harness.send("PATCH", foreign, #"{"key": "there"}"#, admin)
      func answer(_ path: String, _ body: String) async throws -> String {
        let answer = try await harness.send("POST", path, body, line)
        return "\(answer.status) "
          + answer.text.replacing(/"requestId":"[^"]*"/, with: "")
          .replacing("nowhere", with: "counter").replacing("missing", with: "there")
      }
      let unknown = try await answer("/v1/sessions", #"{"app": "nowhere"}"#)
      #expect(try await answer("/v1/sessions", #"{"app": "counter"}"#) == unknown)
      for body in [
        #"{"type": "increment"}"#, #"{"type": "increment", "create": {}}"#, #"{"type": "increment", "create": 1}"#,
        #"{"type": "increment", "create": {"key": 1}}"#, #"{"create": {}}"#, "no json",
      ] {
        let there = try await answer("/v1/apps/counter/sessions/there/actions", body)
        #expect(there.hasPrefix("404"))
        #expect(try await answer("/v1/apps/counter/sessions/missing/actions", body) == there, "\(body)")
        #expect(try await answer("/v1/apps/nowhere/sessions/missing/actions", body) == there, "\(body)")
      }
    }
  }

  @Test(
    "The event streams of an operator end when it is deleted or expires, those of the admin when its token is replaced")
  func streams() async throws {
    let (harness, session, _) = try await openSessionWithToken(.inProcess)
    let deleted = try await harness.operator("deleted", ["read"])
    let expired = try await harness.operator("expired", ["read"], ["expiresIn": 60])
    let client = InProcessClient(api: harness.api)
    func listen(_ path: String, _ line: String) async throws -> HeldStream {
      try #require(try await client.listen(path, line))
    }
    let streams = (
      try await listen(session + "/events", deleted.line), try await listen("/v1/apps/counter/events", expired.line),
      try await listen(session + "/events", admin)
    )
    _ = try await harness.send("DELETE", Self.path + "/" + deleted.id, nil, admin)
    _ = await streams.0.events(.max)
    #expect((streams.0.isClosed, streams.1.isClosed) == (true, false))
    harness.clock.advance(60_000)
    harness.expiry.fireIfDue()
    _ = await streams.1.events(.max)
    #expect((streams.1.isClosed, streams.2.isClosed) == (true, false))
    #expect(try await harness.send("GET", "/v1/sessions", nil, expired.line).status == 401)
    harness.api.setAdminTokens([[7]])
    _ = await streams.2.events(.max)
    #expect(try await harness.send("GET", session, nil, admin).status == 404)
  }

  @Test("A ticket of an operator opens a stream only while the operator exists")
  func tickets() async throws {
    let (harness, session, _) = try await openSessionWithToken(.inProcess)
    let reader = try await harness.operator("reader", ["read"])
    func listen(_ end: () async throws -> Void) async throws -> Int {
      let ticket = try await harness.send("POST", session + "/tickets", nil, reader.line).json()["ticket"]?
        .stringValue
      try await end()
      return try await harness.send("HEAD", session + "/events?ticket=\(ticket ?? "")").status
    }
    #expect(try await listen {} == 200)
    let status = try await listen { _ = try await harness.send("DELETE", Self.path + "/" + reader.id, nil, admin) }
    #expect(status == 401)
  }

  @Test("An idempotency key of an operator is not that of the admin")
  func keys() async throws {
    let harness = try await openAPIWithTokens(.inProcess)
    let lines = [admin, try await harness.operator("one", ["support"]).line]
    var made: Set<String?> = []
    for line in lines + lines {
      made.insert(
        try await harness.send("POST", "/v1/sessions", #"{"app": "counter"}"#, line, "Idempotency-Key: k")["Location"]
      )
    }
    #expect(made.count == 2)
  }

  @Test("A request is attributed to its credential, also where none is required", arguments: [true, false])
  func attribution(requiresToken: Bool) async throws {
    let (harness, session, own) = try await openSessionWithToken(
      .inProcess, configure: { $0.requiresToken = requiresToken })
    let till = try await harness.send("POST", session + "/tokens", #"{"role": "act", "name": "till"}"#, admin).json()
    let key = try await harness.send("POST", "/v1/apps/counter/keys", #"{"name": "web"}"#, admin).json()
    let desk = try await harness.operator("desk", ["support"])
    func attribution(_ line: String, _ method: Method = .get, _ path: String? = nil) throws -> Attribution? {
      try harness.attribution(of: line, method, path ?? session)
    }
    #expect(try attribution(admin) == .admin)
    #expect(try attribution(desk.line) == Attribution(.operator, id: desk.id, name: "desk"))
    #expect(try attribution(bearer(own)) == Attribution(.session, role: .lead))
    let act = bearer(till["token"]?.stringValue ?? "")
    let named = Attribution(.token, id: till["id"]?.stringValue, name: "till", role: .act)
    #expect(try attribution(act) == named)
    #expect(try attribution(act, .get, session + "/events") == named)
    let web = bearer(key["key"]?.stringValue ?? "")
    #expect(try attribution(web, .post, "/v1/sessions") == Attribution(.key, name: "web"))
    if !requiresToken { #expect(try attribution("Accept: text/event-stream") == nil) }
  }
}

extension APIHarness {
  /// The attribution of a request by the stages that find out who sends it.
  fileprivate func attribution(of line: String, _ method: Method, _ path: String) throws -> Attribution? {
    let head = "\(method.rawValue) \(path) HTTP/1.1\r\nHost: localhost\r\n\(line)\r\n\r\n"
    let request = try InProcessClient.parse(Array(head.utf8)).get()
    guard case .found(let route, let parameters) = api.router.match(request) else { throw NoAnswer(call: path) }
    let exchange = Exchange(
      request, route.endpoint, parameters, origin: .unspoken, HeldReply { _ in }, api.httpMetrics, api.authorizer,
      jsonDepth: JSONDepth())
    exchange.caller = api.authorizer.caller(of: exchange)
    let store = route.endpoint.isOfSession ? try registry.loaded(exchange.session()) : nil
    try api.authorizer.complete(api.authorizer.decide(exchange), store?.access, of: store?.appName, exchange)
    return exchange.attribution
  }
}
