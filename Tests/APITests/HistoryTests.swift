import JSON
import Testing

@Suite("The history of a session", .closesAPIs)
struct HistoryTests {
  private func prepare(_ harness: APIHarness) async throws -> String {
    let session = try await harness.session()
    for (path, body) in [
      ("/push", nil), ("/actions", #"{ "type": "increment" }"#), ("/pop", "{}"),
      ("/actions", #"{"actions": [{"type": "increment"}, {"type": "push"}]}"#),
    ] {
      harness.clock.advance(1)
      _ = try await harness.send("POST", session + path, body)
    }
    _ = try await harness.send("POST", session + "/push", #"{"route": "nope"}"#)
    return session + "/history"
  }

  @Test("The history lists the actions as sent, oldest first, with the type from the path", arguments: Way.allCases)
  func items(way: Way) async throws {
    let harness = try await openAPI(way)
    let answer = try await harness.send("GET", try await prepare(harness))
    #expect(
      answer.text.withoutOrigins
        == #"{"items":[{"revision":2,"at":"2026-01-02T03:04:05.679Z","action":{"type":"push"},"actor":null,"#
        + #""outputs":[{"seq":1,"name":"push","value":{"count":0}}]},"#
        + #"{"revision":3,"at":"2026-01-02T03:04:05.680Z","action":{ "type": "increment" },"actor":null,"outputs":[]},"#
        + #"{"revision":4,"at":"2026-01-02T03:04:05.681Z","action":{"type":"pop"},"actor":null,"outputs":[]},"#
        + #"{"revision":5,"at":"2026-01-02T03:04:05.682Z","action":{"actions": [{"type": "increment"}, "#
        + #"{"type": "push"}]},"actor":null,"outputs":[{"seq":2,"name":"push","value":{"count":1}}]}],"next":null}"#)
  }

  @Test(
    "The history is returned in pages, with `next` if a further page exists",
    arguments: Way.allCases,
    [
      ("?limit=2", [2, 3], 3), ("?limit=2&after=3", [4, 5], nil), ("?limit=4", [2, 3, 4, 5], nil),
      ("?after=5", [], nil), ("?after=99", [], nil), ("?type=push", [2, 5], nil), ("?type=increment&limit=1", [3], 3),
      ("?type=increment&limit=1&after=3", [5], nil), ("?type=pop", [4], nil),
      ("?type=nope", [], nil),
    ] as [(String, [Int], Int?)])
  func pages(way: Way, page: (query: String, revisions: [Int], next: Int?)) async throws {
    let harness = try await openAPI(way)
    let json = try (try await harness.send("GET", try await prepare(harness) + page.query)).json()
    let revisions = json["items"]?.arrayValue?.compactMap { $0["revision"]?.integerValue.map { Int($0) } }
    #expect(revisions == page.revisions)
    #expect(json["next"] == page.next.map { .integer(Int64($0)) } ?? .null)
  }

  @Test(
    "The history rejects invalid parameters",
    arguments: Way.allCases, ["limit=0", "limit=1001", "limit=x", "after=-1", "limit="])
  func badParameters(way: Way, query: String) async throws {
    let harness = try await openAPI(way)
    let answer = try await harness.send("GET", try await harness.session() + "/history?" + query)
    try expectProblem(
      answer, 400, "bad-parameter", says: "\"\(query.split(separator: "=").dropFirst().first ?? "")\"")
  }
}
