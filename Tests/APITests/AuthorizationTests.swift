import Support
import JSON
import Testing

@testable import API

@Suite("Authorization", .closesAPIs)
struct AuthorizationTests {
  static let admin = "the-admin-of-all-tests"

  @Test(
    "Each session route responds to a wrong token as it does for an unknown session",
    arguments: Example.every.filter {
      $0.route.template.contains("/sessions/{id}") && !$0.route.template.contains("{token}")
    })
  func alike(example: Example) async throws {
    let harness = try await openAPIWithTokens(.inProcess)
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

  @Test("The admin token gives access to a session", arguments: Way.allCases)
  func adminReads(way: Way) async throws {
    let (harness, session, _) = try await openSessionWithToken(way)
    for line in [bearer(Self.admin), "authorization: bEARER \(Self.admin)"] {
      #expect(try await harness.send("GET", session, nil, line).status == 200)
    }
  }

  @Test("The problem for a missing or wrong token says which token to send", arguments: Way.allCases)
  func noToken(way: Way) async throws {
    let harness = try await openAPIWithTokens(way)
    for line in ["Accept: */*", "Authorization: Basic dTpw", "Authorization: Bearer", "Authorization: \(Self.admin)"] {
      let answer = try await harness.send("GET", "/v1/apps", nil, line)
      try expectProblem(answer, 401, "no-token", says: "Authorization: Bearer")
      #expect(answer["WWW-Authenticate"] == "Bearer")
    }
    try expectProblem(
      try await harness.send("GET", "/v1/apps", nil, bearer("wrong")), 403, "not-allowed", says: "admin")
  }

  @Test("The event stream of a deleted session gets 204 with its own token and 404 with another")
  func deleted() async throws {
    let (harness, session, token) = try await openSessionWithToken(.inProcess)
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
