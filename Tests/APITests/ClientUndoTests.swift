import Testing

@testable import API

@Suite("Disabled undo for clients", .closesAPIs)
struct ClientUndoTests {
  private static let looksBack = [
    ("POST", "/undo", "{}"), ("POST", "/redo", "{}"), ("POST", "/jump", #"{"revision": 1}"#),
    ("GET", "/revisions/1", nil),
    ("GET", "/history", nil), ("GET", "/outputs", nil), ("GET", "/export", nil), ("POST", "/fork", #"{"revision": 1}"#),
  ]

  @Test("`can.undo` is false where the app denies it to clients")
  func deniedByApp() async throws {
    let harness = try await openAPI(.inProcess)
    let app = #"{"app": "till", "version": 1, "undo": false, "root": {"kind": "stack"}, "routes": {"home": {}}}"#
    _ = try await harness.send("PUT", "/v1/apps/till", app)
    let session = try await harness.session(of: "till")
    _ = try await harness.send("POST", session + "/push", #"{"route": "home"}"#)
    #expect(try await harness.send("GET", session).json()["can"]?["undo"] == false)
  }

  @Test("Without client undo, a session's token cannot undo or read past revisions", arguments: Way.allCases)
  func token(way: Way) async throws {
    let (harness, session, token) = try await openSessionWithToken(way, configure: { $0.allowsClientUndo = false })
    #expect(try await harness.send("POST", session + "/push", "{}", bearer(token)).status == 200)
    for (method, path, body) in Self.looksBack {
      try expectProblem(try await harness.send(method, session + path, body, bearer(token)), 403, "undo-off")
    }
    #expect(try await harness.send("GET", session, nil, bearer(token)).status == 200)
    #expect(try await harness.send("POST", session + "/undo", "{}", admin).status == 200)
    #expect(try await harness.send("GET", session + "/history", nil, admin).status == 200)
  }

  @Test("Without client undo, a client's event stream resumes with a reset and a snapshot")
  func events() async throws {
    let (harness, session, token) = try await openSessionWithToken(
      .inProcess, configure: { $0.allowsClientUndo = false })
    let push = #"{"route": "counter", "params": {"count": 987654321987}}"#
    #expect(try await harness.send("POST", session + "/push", push, bearer(token)).status == 200)
    #expect(try await harness.send("POST", session + "/popToRoot", nil, bearer(token)).status == 200)
    let client = InProcessClient(api: harness.api)
    let stream = try #require(try await client.listen(session + "/events?after=1", bearer(token)))
    let events = await stream.events(2)
    #expect(events[0].hasPrefix("event: reset\n") && events[1].hasPrefix("id: 3\nevent: snapshot\n"))
    #expect(!stream.text.contains("987654321987"))
  }

  @Test("Without required tokens, only the admin token bypasses disabled client undo", arguments: Way.allCases)
  func open(way: Way) async throws {
    let harness = try await openAPIWithTokens(
      way, configure: { ($0.allowsClientUndo, $0.requiresToken) = (false, false) })
    let session = try await harness.session()
    for (method, path, body) in Self.looksBack {
      try expectProblem(try await harness.send(method, session + path, body), 403, "undo-off")
    }
    #expect(try await harness.send("GET", session + "/history", nil, admin).status == 200)
  }
}
