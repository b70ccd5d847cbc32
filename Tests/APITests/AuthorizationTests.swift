import Support
import JSON
import Testing

@testable import API

@Suite("Authorization")
struct AuthorizationTests {
  static let admin = "the-admin-of-all-tests"

  @Test("Each route accepts only the tokens that its access level permits", arguments: Way.allCases, Example.every)
  func routes(way: Way, example: Example) async throws {
    try await withTokens(way) { harness in
      try await Example.prepare(harness, bearer(Self.admin))
      let (session, token) = try await example.session(in: harness, bearer(Self.admin))
      for action in example.preparation {
        _ = try await harness.send("POST", session + "/" + action, nil, bearer(token))
      }
      let foreign = try await harness.session(Shop.session, bearer(Self.admin)).token
      let (key, foreignKey) = (try await self.key(of: "shop", harness), try await self.key(of: "counter", harness))
      let good = try #require(example.status, "the route has no example; add one")
      func status(_ line: String) async throws -> Int { try await example.ask(harness, session: session, line).status }

      let access = example.route.endpoint.access
      let none = try await status("Accept: */*")
      #expect(none == (access == .open ? good : 401))
      for stranger in ["wrong", foreign, foreignKey] {
        switch access {
        case .open: #expect(try await status(bearer(stranger)) == good)
        case .session, .listening: #expect(try await status(bearer(stranger)) == 404)
        case .creation, .app, .admin:
          #expect(try await status(bearer(stranger)) == 403)
        // What the token permits is decided by the requests that a message asks for.
        case .agent: #expect(try await (status(bearer(stranger)) == 401) == (stranger == "wrong"))
        }
      }
      switch access {
      case .open: break
      case .session, .listening:
        #expect(try await status(bearer(key)) == 404)
        #expect(try await status(bearer(token)) == good)
      case .agent: #expect(try await status(bearer(Self.admin)) == good)
      case .creation, .app:
        #expect(try await status(bearer(token)) == 403)
        #expect(try await status(bearer(key)) == good)
        #expect(try await status(bearer(Self.admin)) == good)
      case .admin:
        #expect(try await status(bearer(token)) == 403)
        #expect(try await status(bearer(key)) == 403)
        #expect(try await status(bearer(Self.admin)) == good)
      }
    }
  }

  /// Creates a key of the app.
  private func key(of app: String, _ harness: APIHarness) async throws -> String {
    let answer = try await harness.send(
      "POST", "/v1/apps/\(app)/keys", #"{"name": "of-\#(app)"}"#, bearer(Self.admin))
    return try #require(try answer.json()["key"]?.stringValue)
  }

  @Test(
    "The path and the method of a route determine its access level",
    arguments: Example.every)
  func access(example: Example) {
    let path = example.route.template
    let isCreation = example.route.method == .post && path == "/v1/sessions"
    let isOfKeys = ["resolve", "schema", "graph"].contains { path == "/v1/apps/{app}/" + $0 }
    let access: Endpoint.Access =
      if path.hasPrefix("/v1/sessions/{id}") {
        example.isStream ? .listening : .session
      } else {
        isCreation
          ? .creation
          : isOfKeys
            ? .app
            : path.hasPrefix("/mcp")
              ? .agent : path == "/v1/handoffs" ? .open : path.hasPrefix("/v1/") || path == "/metrics" ? .admin : .open
      }
    #expect(example.route.endpoint.access == access)
  }

  @Test(
    "Each session route responds to a wrong token as it does for an unknown session",
    arguments: Example.every.filter {
      $0.route.template.contains("/sessions/{id}") && !$0.route.template.contains("{token}")
    })
  func alike(example: Example) async throws {
    try await withTokens(.inProcess) { harness in
      try await Example.prepare(harness, bearer(Self.admin))
      let foreign = try await example.session(in: harness, bearer(Self.admin)).path
      let token = try await harness.session(#"{"app": "counter"}"#, bearer(Self.admin)).token
      func answer(_ session: String, _ line: String) async throws -> String {
        let answer = try await example.ask(harness, session: session, line)
        let fields = answer.fields.filter { $0.name != "date" }.map { "\($0.name): \($0.value)" }
        return (["\(answer.status)"] + fields + [answer.text]).joined(separator: "\n")
          .replacing(session.split(separator: "/").last ?? "", with: "ID")
          .replacing(/"requestId":"[^"]*"/, with: "")
          // Request ids differ in length, unlike session ids.
          .replacing(/content-length: \d+/, with: "")
      }
      for stranger in ["wrong", token] {
        let unknown = try await answer("/v1/sessions/s_AAAAAAAAAAAAAAAAAAAAAA", bearer(stranger))
        #expect(try await answer(foreign, bearer(stranger)) == unknown)
        #expect(unknown.hasPrefix("404"))
      }
    }
  }

  @Test("The admin token gives access to a session", arguments: Way.allCases)
  func adminReads(way: Way) async throws {
    try await withTokens(way) { harness in
      let session = try await harness.session(#"{"app": "counter"}"#, bearer(Self.admin)).path
      for line in [bearer(Self.admin), "authorization: bEARER \(Self.admin)"] {
        #expect(try await harness.send("GET", session, nil, line).status == 200)
      }
    }
  }

  @Test("The problem for a missing or wrong token says which token to send", arguments: Way.allCases)
  func noToken(way: Way) async throws {
    try await withTokens(way) { harness in
      for line in ["Accept: */*", "Authorization: Basic dTpw", "Authorization: Bearer", "Authorization: \(Self.admin)"]
      {
        let answer = try await harness.send("GET", "/v1/apps", nil, line)
        try expectProblem(answer, 401, "no-token", says: "Authorization: Bearer")
        #expect(answer["WWW-Authenticate"] == "Bearer")
      }
      try expectProblem(
        try await harness.send("GET", "/v1/apps", nil, bearer("wrong")), 403, "not-allowed", says: "admin")
    }
  }

  @Test("A session is not found with the token of another session", arguments: Way.allCases)
  func foreign(way: Way) async throws {
    try await withTokens(way) { harness in
      let foreign = try await harness.session(#"{"app": "counter"}"#, bearer(Self.admin)).path
      let token = try await harness.session(#"{"app": "counter"}"#, bearer(Self.admin)).token
      func answer(_ path: String) async throws -> String {
        let answer = try await harness.send("GET", path, nil, bearer(token), "X-Request-Id: same")
        return "\(answer.status) \(answer.text)".replacing(path.split(separator: "/")[2], with: "ID")
      }
      #expect(try await answer(foreign) == answer("/v1/sessions/s_AAAAAAAAAAAAAAAAAAAAAA"))
      #expect(try await harness.send("DELETE", foreign, nil, bearer(token)).status == 404)
      #expect(try await harness.send("GET", foreign, nil, bearer(Self.admin)).status == 200)
    }
  }

  @Test("The event stream of a deleted session gets 204 with its own token and 404 with another")
  func deleted() async throws {
    try await withTokens(.inProcess) { harness in
      let (session, token) = try await harness.session(#"{"app": "counter"}"#, bearer(Self.admin))
      let other = try await harness.session(#"{"app": "counter"}"#, bearer(Self.admin)).token
      func status(_ token: String, _ path: String = "/events") async throws -> Int {
        let accept = path == "/events" ? "Accept: text/event-stream" : "Accept: */*"
        return try await harness.send("GET", session + path, nil, bearer(token), accept).status
      }
      #expect(try await harness.send("DELETE", session, nil, bearer(token)).status == 204)
      #expect(try await status(token) == 204)
      #expect(try await status(Self.admin) == 204)
      #expect(try await status(other) == 404)
      for path in ["", "/history", "/listeners"] {
        #expect(try await status(token, path) == 404)
        #expect(try await status(other, path) == 404)
      }
    }
  }
}
