import Testing

@testable import API

@Suite("Without undo for clients")
struct ClientUndoTests {
  private static let looksBack = [
    ("POST", "/undo", "{}"), ("POST", "/redo", "{}"), ("POST", "/jump", #"{"revision": 1}"#),
    ("GET", "/revisions/1", nil),
    ("GET", "/history", nil), ("GET", "/outputs", nil), ("GET", "/export", nil), ("POST", "/fork", #"{"revision": 1}"#),
  ]

  @Test(
    "the session's own token opens the present, and nothing that leads back or shows what was", arguments: Way.allCases)
  func token(way: Way) async throws {
    try await withTokens(way, configure: { $0.allowsClientUndo = false }) { harness in
      let (session, token) = try await harness.session(#"{"app": "counter"}"#, admin)
      #expect(try await harness.send("POST", session + "/push", "{}", bearer(token)).status == 200)
      for (method, path, body) in Self.looksBack {
        try expectProblem(try await harness.send(method, session + path, body, bearer(token)), 403, "undo-off")
      }
      #expect(try await harness.send("GET", session, nil, bearer(token)).status == 200)
      #expect(try await harness.send("POST", session + "/undo", "{}", admin).status == 200)
      #expect(try await harness.send("GET", session + "/history", nil, admin).status == 200)
    }
  }

  @Test("where no token is asked for, all are clients but who shows the admin's", arguments: Way.allCases)
  func open(way: Way) async throws {
    try await withTokens(way, configure: { ($0.allowsClientUndo, $0.requiresToken) = (false, false) }) { harness in
      let session = try await harness.session()
      for (method, path, body) in Self.looksBack {
        try expectProblem(try await harness.send(method, session + path, body), 403, "undo-off")
      }
      #expect(try await harness.send("GET", session + "/history", nil, admin).status == 200)
    }
  }
}
