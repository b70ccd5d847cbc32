import JSON
import Testing

@Suite("Messages to sessions of other apps", .closesAPIs)
struct ForeignMessageTests {
  private static let admin = "Authorization: Bearer \(AuthorizationTests.admin)"

  private func bearer(_ token: String) -> String { "Authorization: Bearer \(token)" }

  private func define(_ app: String, accepting senders: String, _ harness: APIHarness) async throws {
    let definition =
      #"{"app": "\#(app)", "version": 1, "acceptsMessagesFrom": [\#(senders)], "root": {"kind": "stack"}, "#
      + #""routes": {"home": {"state": {"seen": false}}}}"#
    #expect(try await harness.send("PUT", "/v1/apps/\(app)", definition, Self.admin).status == 201)
  }

  private func message(to session: String) -> String {
    #"{"to": "\#(session.split(separator: "/").last ?? "")", "action": {"type": "setState", "state": {"seen": true}}}"#
  }

  @Test("A message not accepted by the recipient's app is refused as for an unknown session", arguments: Way.allCases)
  func foreign(way: Way) async throws {
    let harness = try await openAPIWithTokens(way)
    try await define("kitchen", accepting: "", harness)
    let (here, token) = try await harness.session(#"{"app": "counter"}"#, Self.admin)
    let (there, _) = try await harness.session(#"{"app": "kitchen"}"#, Self.admin)
    let unknown = "/v1/sessions/s_AAAAAAAAAAAAAAAAAAAAAA"
    var answers: [String] = []
    for recipient in [there, unknown] {
      let answer = try await harness.send(
        "POST", here + "/messages", message(to: recipient), bearer(token), "X-Request-Id: r")
      try expectProblem(answer, 409, "no-such-recipient", says: "`acceptsMessagesFrom`")
      answers.append(answer.text)
    }
    #expect(answers[0] == answers[1])
    harness.post.fireIfDue()
    #expect(try await harness.send("GET", there, nil, Self.admin).json()["revision"] == 1)
  }

  @Test("An app accepts messages from the apps that it names and from the admin", arguments: Way.allCases)
  func named(way: Way) async throws {
    let harness = try await openAPIWithTokens(way)
    try await define("kitchen", accepting: #""counter", "list""#, harness)
    try await define("bar", accepting: "", harness)
    let (here, token) = try await harness.session(#"{"app": "counter"}"#, Self.admin)
    let (kitchen, _) = try await harness.session(#"{"app": "kitchen"}"#, Self.admin)
    let (bar, _) = try await harness.session(#"{"app": "bar"}"#, Self.admin)
    for (recipient, line) in [(kitchen, bearer(token)), (bar, Self.admin)] {
      #expect(try await harness.send("POST", here + "/messages", message(to: recipient), line).status == 202)
      while try await harness.send("GET", recipient, nil, Self.admin).json()["revision"] != 2 {
        harness.post.fireIfDue()
      }
    }
  }

  @Test("A response to a request with an app key names no other app", arguments: Way.allCases)
  func names(way: Way) async throws {
    let harness = try await openAPIWithTokens(way)
    for app in ["kitchen", "secret"] { try await define(app, accepting: "", harness) }
    let made = try await harness.send("POST", "/v1/apps/kitchen/keys", #"{"name": "web"}"#, Self.admin)
    let key = bearer(try #require(try made.json()["key"]?.stringValue))
    let versioned = try await harness.send("POST", "/v1/sessions", #"{"app": "kitchen", "version": 2}"#, key)
    try expectProblem(versioned, 422, "unknown-app", says: "it has 1.", at: ["/version"])
    #expect(try await harness.send("DELETE", "/v1/apps/kitchen", nil, Self.admin).status == 204)
    for (method, path, body) in [
      ("POST", "/v1/sessions", #"{"app": "kitchen"}"#), ("GET", "/v1/apps/kitchen/schema", nil),
      ("GET", "/v1/apps/kitchen/resolve?url=/", nil),
    ] {
      let answer = try await harness.send(method, path, body, key)
      #expect([404, 422].contains(answer.status) || answer.status == 200)
      #expect(!answer.text.contains("secret") && !answer.text.contains("counter"), "\(answer.text)")
    }
  }
}
