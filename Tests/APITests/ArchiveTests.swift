import JSON
import Testing

extension APIHarness {
  private static let admin = "Authorization: Bearer \(AuthorizationTests.admin)"
  private static let lines = "Content-Type: application/x-ndjson"

  func export(_ session: String) async throws -> Answer {
    try await send("GET", session + "/export", nil, Self.admin, "Accept: application/x-ndjson")
  }

  func importing(_ archive: String, _ line: String = admin) async throws -> Answer {
    try await send("POST", "/v1/imports", archive, Self.lines, line)
  }

  /// Exports a session and imports it again with the given header field line.
  ///
  /// The session is deleted in between if the first import is refused because the session exists.
  func importAgain(_ session: String, _ line: String) async throws -> Answer {
    let archive = try await export(session).text
    let answer = try await importing(archive, line)
    guard answer.status == 409 else { return answer }
    _ = try await send("DELETE", session, nil, Self.admin)
    return try await importing(archive, line)
  }
}

@Suite("Export and import", .closesAPIs)
struct ArchiveTests {
  private func busySession(in harness: APIHarness) async throws -> String {
    _ = try await harness.send("PUT", "/v1/apps/shop", Shop.definition)
    let session = try await harness.session(Shop.session).path
    for (name, body) in [
      ("push", #"{ "route": "home",  "params": {"n": "1.0"} }"#), ("pop", "{}"), ("undo", "{}"), ("dismiss", "{}"),
      ("selectNext", "{}"), ("undo", #"{"steps": 2}"#),
    ] {
      harness.clock.advance(7)
      #expect(try await harness.send("POST", "\(session)/\(name)", body).status == 200)
    }
    return session
  }

  @Test("Importing an exported session restores its state and history with a new token", arguments: Way.allCases)
  func roundTrip(way: Way) async throws {
    let harness = try await openAPI(way)
    let session = try await busySession(in: harness)
    let before = (
      export: try await harness.export(session), session: try await harness.send("GET", session),
      history: try await harness.send("GET", session + "/history"),
      past: try await harness.send("GET", session + "/revisions/4")
    )
    #expect(before.export["Content-Type"] == "application/x-ndjson")
    let made = try await harness.importAgain(session, "Accept: */*")
    #expect(made.status == 201)
    #expect(made["Location"] == session)
    #expect(made["ETag"] == before.session["ETag"])
    #expect(made.text.hasPrefix(before.session.text.dropLast()))
    #expect(try made.json()["token"]?.stringValue?.count == 43)
    #expect(try await harness.export(session).body == before.export.body)
    #expect(try await harness.send("GET", session).body == before.session.body)
    #expect(try await harness.send("GET", session + "/revisions/4").body == before.past.body)
    let history = try await harness.send("GET", session + "/history").text
    #expect(history.replacing(#","imported":true"#, with: "") == before.history.text)
    let redone = try await harness.send("POST", session + "/redo", #"{"steps": 9}"#)
    #expect(try redone.json()["session"]?["can"]?["redo"] == false)
    #expect(try await harness.send("POST", session + "/undo").status == 200)
  }

  @Test("An import defines a missing app and is rejected if the app's definition differs", arguments: Way.allCases)
  func app(way: Way) async throws {
    let harness = try await openAPI(way)
    let session = try await busySession(in: harness)
    let archive = try await harness.export(session).text
    try await withAPI(way) { (other) async throws in
      #expect(try await other.importing(archive).status == 201)
      #expect(try await other.export(session).text == archive)
      #expect(try await other.send("GET", "/v1/apps/shop").status == 200)
      #expect(try await other.send("POST", session + "/pop", "{}").status == 200)
    }
    try await withAPI(way) { (other) async throws in
      _ = try await other.send("PUT", "/v1/apps/shop", Shop.definition.replacing("/home/:n?", with: "/start"))
      try expectProblem(
        try await other.importing(archive), 422, "bad-import", says: "another definition", at: ["/1"])
      #expect(try await other.send("GET", session).status == 404)
    }
  }

  @Test("An import of an invalid archive is rejected and creates no session", arguments: Way.allCases)
  func faults(way: Way) async throws {
    let harness = try await openAPI(way)
    let session = try await busySession(in: harness)
    let archive = try await harness.export(session).text
    _ = try await harness.send("DELETE", session)
    let cut = String(archive[..<(archive.dropLast().lastIndex(of: "\n") ?? archive.endIndex)]) + "\n"
    try expectProblem(try await harness.importing(cut), 422, "bad-import", says: "truncated", at: ["/7"])
    try expectProblem(
      try await harness.importing(archive.replacing(#""seq":1"#, with: #""seq":2"#).replacing("1.0", with: "1.1")),
      422,
      "bad-import", says: "sha256", at: ["/8"])
    try expectProblem(try await harness.importing("{}\n[]\n{"), 422, "bad-import", at: ["/0", "/1", "/2"])
    try expectProblem(try await harness.importing(""), 422, "bad-import", at: ["/0"])
    let typed = try await harness.send("POST", "/v1/imports", archive)
    try expectProblem(typed, 415, "unsupported-media-type", says: "x-ndjson")
    let refused = try await harness.send("GET", session + "/export", nil, "Accept: application/json")
    try expectProblem(refused, 406, "not-acceptable", says: "x-ndjson")
    #expect(try await harness.send("GET", session).status == 404)
    #expect(try await harness.importing(archive).status == 201)
  }
}
