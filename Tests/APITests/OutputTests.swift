import JSON
import Testing

@Suite("The outputs")
struct OutputTests {
  private func prepare(_ lab: Lab) async throws -> String {
    let session = try await lab.session()
    for path in ["/push", "/actions", "/push"] {
      lab.clock.advance(1)
      _ = try await lab.send("POST", session + path, path == "/actions" ? #"{"type": "increment"}"# : nil)
    }
    return session + "/outputs"
  }

  @Test("are numbered, and say which change they are of and when", arguments: Way.allCases)
  func items(way: Way) async throws {
    try await withAPI(way) { lab in
      let answer = try await lab.send("GET", try await prepare(lab))
      #expect(
        answer.text
          == #"{"items":[{"seq":1,"revision":2,"at":"2026-01-02T03:04:05.679Z","name":"push","value":{"count":0}},"#
          + #"{"seq":2,"revision":4,"at":"2026-01-02T03:04:05.681Z","name":"push","value":{"count":1}}],"next":null}"#)
    }
  }

  @Test(
    "come a page at a time, and say when there is another",
    arguments: Way.allCases,
    [("?limit=1", [1], 1), ("?limit=1&after=1", [2], nil), ("?after=2", [], nil), ("?limit=2", [1, 2], nil)]
      as [(String, [Int], Int?)])
  func pages(way: Way, page: (query: String, seqs: [Int], next: Int?)) async throws {
    try await withAPI(way) { lab in
      let json = try (try await lab.send("GET", try await prepare(lab) + page.query)).json()
      #expect(json["items"]?.arrayValue?.compactMap { $0["seq"]?.integerValue.map { Int($0) } } == page.seqs)
      #expect(json["next"] == page.next.map { .integer(Int64($0)) } ?? .null)
    }
  }

  @Test("refuse bad parameters, and a session that is not there", arguments: Way.allCases)
  func refusals(way: Way) async throws {
    try await withAPI(way) { lab in
      let path = try await lab.session() + "/outputs"
      for query in ["limit=0", "limit=1001", "limit=x", "after=-1"] {
        try expectProblem(try await lab.send("GET", path + "?" + query), 400, "bad-parameter")
      }
      let unknown = try await lab.send("GET", "/v1/sessions/s_AAAAAAAAAAAAAAAAAAAAAA/outputs")
      try expectProblem(unknown, 404, "no-such-session")
    }
  }
}
