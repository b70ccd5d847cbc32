import JSON
import Support
import Testing

@testable import API

@Suite("Who did it", .closesAPIs)
struct WhoTests {
  private let type = "Content-Type: application/x-ndjson"

  private func items(_ harness: APIHarness, _ path: String, _ lines: String...) async throws -> [JSONValue] {
    try await harness.send("GET", path, nil, lines.first ?? admin).json()["items"]?.arrayValue ?? []
  }

  @Test(
    "A change has the credential of its request in the history, the outputs and the archive", arguments: Way.allCases)
  func places(way: Way) async throws {
    let (harness, session, own) = try await openSessionWithToken(way)
    let made = try await harness.send("POST", session + "/tokens", #"{"role":"act","name":"till"}"#, admin).json()
    let till = bearer(try #require(made["token"]?.stringValue))
    for (line, id) in [(till, "one"), (bearer(own), "two"), (admin, "three")] {
      #expect(try await harness.send("POST", session + "/push", nil, line, "X-Request-Id: \(id)").status == 200)
    }
    let id = try #require(made["id"])
    let expected: [JSONValue] = [
      ["kind": "token", "id": id, "name": "till", "role": "act"], ["kind": "session", "role": "lead"],
      ["kind": "operator", "name": "admin"],
    ]
    for path in ["/history", "/outputs"] {
      let items = try await items(harness, session + path)
      #expect(
        items.map { $0["by"] } == expected && items.map { $0["requestId"] } == ["one", "two", "three"], "\(path)")
    }
    #expect(try await items(harness, session + "/history?by=till").map { $0["revision"] } == [2])
    #expect(try await items(harness, session + "/history?byKind=operator&limit=1").map { $0["revision"] } == [4])
    try expectProblem(
      try await harness.send("GET", session + "/history?byKind=god", nil, admin), 400, "bad-parameter")

    let archive = try await harness.send("GET", session + "/export", nil, admin).text
    #expect(archive.contains(#""actor":null,"by":{"kind":"session","role":"lead"},"requestId":"two","action""#))
    #expect(try await harness.send("DELETE", session, nil, admin).status == 204)
    #expect(try await harness.send("POST", "/v1/imports", archive, admin, type).status == 201)
    let imported = try await items(harness, session + "/history")
    #expect(imported.map { $0["by"] } == expected && imported.allSatisfy { $0["imported"] == true })
    #expect(try await harness.send("GET", session + "/export", nil, admin).text == archive)
  }

  @Test("The import of a client's archive, which has no definitions, is exported as the same bytes until it changes")
  func bareArchive() async throws {
    let harness = try await openAPIWithTokens(.inProcess)
    _ = try await harness.send("PUT", "/v1/apps/shop", Shop.definition, admin)
    let (session, own) = try await harness.session(Shop.session, admin)
    let archive = try await harness.send("GET", session + "/export", nil, bearer(own)).text
    #expect(!archive.contains(#"{"definition""#))
    #expect(try await harness.send("DELETE", session, nil, admin).status == 204)
    #expect(try await harness.send("POST", "/v1/imports", archive, admin, type).status == 201)
    #expect(try await harness.send("GET", session + "/export", nil, admin).text == archive)
    #expect(try await harness.send("POST", session + "/pop", "{}", admin).status == 200)
    #expect(try await harness.send("GET", session + "/export", nil, admin).text.contains(#"{"definition""#))
  }

  @Test("An archive without credentials, as early versions wrote it, is imported")
  func formerArchive() async throws {
    let (harness, session) = try await openSession(.inProcess)
    _ = try await harness.send("POST", session + "/push")
    let lines = try await harness.send("GET", session + "/export").text.split(separator: "\n").dropLast().map {
      line in
      line.replacing(/,"by":null,"requestId":"[^"]*"/, with: "")
    }
    let text = lines.map { $0 + "\n" }.joined()
    let end = #"{"lines":\#(lines.count),"sha256":"\#(SHA256.hash(Array(text.utf8)).hexadecimal)"}"#
    #expect(try await harness.send("DELETE", session).status == 204)
    #expect(try await harness.send("POST", "/v1/imports", text + end + "\n", type).status == 201)
    let item = try await harness.send("GET", session + "/history").json()["items"]?[0]
    #expect(item?["by"] == .null && item?["requestId"] == .null && item?["imported"] == true)
  }

  @Test("A repetition by another token of the session returns the first answer, which keeps its credential")
  func repetition() async throws {
    let (harness, session, own) = try await openSessionWithToken(.inProcess)
    let made = try await harness.send("POST", session + "/tokens", #"{"role":"act","name":"till"}"#, admin).json()
    let till = bearer(try #require(made["token"]?.stringValue))
    for (line, id) in [(till, "one"), (bearer(own), "two")] {
      let answer = try await harness.send(
        "POST", session + "/push", nil, line, "Idempotency-Key: k", "X-Request-Id: \(id)")
      #expect(answer["ETag"] == "\"2\"")
    }
    let items = try await items(harness, session + "/history")
    #expect(items.map { $0["by"]?["name"] } == ["till"] && items[0]["requestId"] == "one")
  }

  @Test("Expressions read the credential, also of a creation and of a job", arguments: Way.allCases)
  func expressions(way: Way) async throws {
    let definition = #"""
      {"app": "who", "version": 1, "data": {"by": null},
       "root": {"kind": "stack", "routes": ["home"], "initial": "home"},
       "routes": {"home": {"onEnter": {"set": {"data.by": "by"}}}},
       "actions": {"note": {"do": {"set": {"data.by": "by"}}},
                   "lead": {"when": "by.role == 'lead'", "do": {"set": {"data.by": "by.role"}}}}}
      """#
    let harness = try await openAPIWithTokens(way)
    #expect(try await harness.send("PUT", "/v1/apps/who", definition, admin).status == 201)
    let (session, own) = try await harness.session(#"{"app": "who"}"#, admin)
    func by() async throws -> JSONValue? { try await harness.send("GET", session, nil, admin).json()["data"]?["by"] }
    #expect(try await by() == ["kind": "operator", "name": "admin"])
    #expect(try await harness.send("POST", session + "/note", nil, bearer(own)).status == 200)
    #expect(try await by() == ["kind": "session", "role": "lead"])
    let available = try await harness.send("GET", session + "/available", nil, bearer(own)).json()["items"]?
      .arrayValue
    #expect(available?.first { $0["action"]?["type"] == "lead" }?["allowed"] == true)
    #expect(try await harness.send("POST", session + "/lead", nil, bearer(own)).status == 200)
    #expect(try await harness.send("POST", session + "/lead", nil, admin).status == 409)
  }
}
