import JSON
import Testing

@Suite("The outputs of a session", .closesAPIs)
struct OutputTests {
  private func prepare(_ harness: APIHarness) async throws -> String {
    let session = try await harness.session()
    for path in ["/push", "/actions", "/push"] {
      harness.clock.advance(1)
      _ = try await harness.send("POST", session + path, path == "/actions" ? #"{"type": "increment"}"# : nil)
    }
    return session + "/outputs"
  }

  @Test("The outputs of a session are numbered and have their revision and time", arguments: Way.allCases)
  func items(way: Way) async throws {
    let harness = try await openAPI(way)
    let answer = try await harness.send("GET", try await prepare(harness))
    #expect(
      answer.text.withoutOrigins
        == #"{"items":[{"seq":1,"revision":2,"at":"2026-01-02T03:04:05.679Z","name":"push","value":{"count":0}},"#
        + #"{"seq":2,"revision":4,"at":"2026-01-02T03:04:05.681Z","name":"push","value":{"count":1}}],"next":null}"#)
  }

  @Test(
    "The outputs of a session are returned in pages, and `next` is null on the last page",
    arguments: Way.allCases,
    [("?limit=1", [1], 1), ("?limit=1&after=1", [2], nil), ("?after=2", [], nil), ("?limit=2", [1, 2], nil)]
      as [(String, [Int], Int?)])
  func pages(way: Way, page: (query: String, seqs: [Int], next: Int?)) async throws {
    let harness = try await openAPI(way)
    let json = try (try await harness.send("GET", try await prepare(harness) + page.query)).json()
    #expect(json["items"]?.arrayValue?.compactMap { $0["seq"]?.integerValue.map { Int($0) } } == page.seqs)
    #expect(json["next"] == page.next.map { .integer(Int64($0)) } ?? .null)
  }

  @Test("The outputs endpoint rejects invalid parameters and unknown sessions", arguments: Way.allCases)
  func refusals(way: Way) async throws {
    let harness = try await openAPI(way)
    let path = try await harness.session() + "/outputs"
    for query in ["limit=0", "limit=1001", "limit=x", "after=-1"] {
      try expectProblem(try await harness.send("GET", path + "?" + query), 400, "bad-parameter")
    }
    let unknown = try await harness.send("GET", "/v1/sessions/s_AAAAAAAAAAAAAAAAAAAAAA/outputs")
    try expectProblem(unknown, 404, "no-such-session")
  }
}
