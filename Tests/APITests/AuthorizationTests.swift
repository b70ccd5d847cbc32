import Digest
import JSON
import Testing

@testable import API

@Suite("Where tokens are required")
struct AuthorizationTests {
  static let admin = "the-admin-of-all-tests"

  private func withTokens(_ way: Way, _ body: (Lab) async throws -> Void) async throws {
    try await withAPI(
      way, apps: Example.apps,
      configure: {
        $0.requiresToken = true
        $0.adminTokenHash = SHA256.hash(Array(Self.admin.utf8))
      }, body)
  }

  private func bearer(_ token: String) -> String { "Authorization: Bearer \(token)" }

  @Test("each route knows whose is good for it", arguments: Way.allCases, Example.all)
  func routes(way: Way, example: Example) async throws {
    try await withTokens(way) { lab in
      _ = try await lab.send("PUT", "/v1/apps/shop", Shop.definition, bearer(Self.admin))
      _ = try await lab.send("PUT", "/v1/webhooks/orders", Example.webhook, bearer(Self.admin))
      let (session, token) = try await example.session(in: lab, bearer(Self.admin))
      for action in example.preparation {
        _ = try await lab.send("POST", session + "/" + action, nil, bearer(token))
      }
      let foreign = try await lab.session(Shop.session, bearer(Self.admin)).token
      let good = try #require(example.status)
      func status(_ line: String) async throws -> Int { try await example.ask(lab, session: session, line).status }

      switch example.route.endpoint.access {
      case .everybody:
        #expect(try await status("Accept: */*") == good)
        #expect(try await status(bearer("wrong")) == good)
      case .session:
        #expect(try await status("Accept: */*") == 401)
        #expect(try await status(bearer("wrong")) == 404)
        #expect(try await status(bearer(foreign)) == 404)
        #expect(try await status(bearer(token)) == good)
      case .admin:
        #expect(try await status("Accept: */*") == 401)
        #expect(try await status(bearer("wrong")) == 403)
        #expect(try await status(bearer(token)) == 403)
        #expect(try await status(bearer(Self.admin)) == good)
      }
    }
  }

  @Test(
    "a session's routes are its owner's, health and documents are everybody's, and all else is the admin's",
    arguments: Example.all)
  func access(example: Example) {
    let path = example.route.template
    let access: Endpoint.Access =
      if path.hasPrefix("/v1/sessions/{id}") { .session } else {
        path.hasPrefix("/v1/") || path == "/metrics" ? .admin : .everybody
      }
    #expect(example.route.endpoint.access == access)
  }

  @Test("the admin's is good for sessions too", arguments: Way.allCases)
  func adminReads(way: Way) async throws {
    try await withTokens(way) { lab in
      let session = try await lab.session(#"{"app": "counter"}"#, bearer(Self.admin)).path
      for line in [bearer(Self.admin), "authorization: bEARER \(Self.admin)"] {
        #expect(try await lab.send("GET", session, nil, line).status == 200)
      }
    }
  }

  @Test("the problem says what to send", arguments: Way.allCases)
  func noToken(way: Way) async throws {
    try await withTokens(way) { lab in
      for line in ["Accept: */*", "Authorization: Basic dTpw", "Authorization: Bearer", "Authorization: \(Self.admin)"]
      {
        let answer = try await lab.send("GET", "/v1/apps", nil, line)
        try expectProblem(answer, 401, "no-token", says: "Authorization: Bearer")
        #expect(answer["WWW-Authenticate"] == "Bearer")
      }
      try expectProblem(try await lab.send("GET", "/v1/apps", nil, bearer("wrong")), 403, "not-allowed", says: "admin")
    }
  }

  @Test("a foreign session looks like one that never was", arguments: Way.allCases)
  func foreign(way: Way) async throws {
    try await withTokens(way) { lab in
      let foreign = try await lab.session(#"{"app": "counter"}"#, bearer(Self.admin)).path
      let token = try await lab.session(#"{"app": "counter"}"#, bearer(Self.admin)).token
      func answer(_ path: String) async throws -> String {
        let answer = try await lab.send("GET", path, nil, bearer(token), "X-Request-Id: same")
        return "\(answer.status) \(answer.text)".replacing(path.split(separator: "/")[2], with: "ID")
      }
      #expect(try await answer(foreign) == answer("/v1/sessions/s_AAAAAAAAAAAAAAAAAAAAAA"))
      #expect(try await lab.send("DELETE", foreign, nil, bearer(token)).status == 404)
      #expect(try await lab.send("GET", foreign, nil, bearer(Self.admin)).status == 200)
    }
  }

  @Test("who had the token of a deleted session is told that it is gone, and others that there is none")
  func deleted() async throws {
    try await withTokens(.inProcess) { lab in
      let (session, token) = try await lab.session(#"{"app": "counter"}"#, bearer(Self.admin))
      let other = try await lab.session(#"{"app": "counter"}"#, bearer(Self.admin)).token
      func status(_ token: String, _ path: String = "/events") async throws -> Int {
        let accept = path == "/events" ? "Accept: text/event-stream" : "Accept: */*"
        return try await lab.send("GET", session + path, nil, bearer(token), accept).status
      }
      #expect(try await lab.send("DELETE", session, nil, bearer(token)).status == 204)
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
