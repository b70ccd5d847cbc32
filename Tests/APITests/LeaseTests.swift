import JSON
import Testing

@Suite("Leases", .closesAPIs)
struct LeaseTests {
  private func lease(_ harness: APIHarness, _ session: String, _ body: String = #"{"seconds": 60}"#) async throws
    -> String
  {
    let answer = try await harness.send("POST", session + "/lease", body)
    #expect(answer.status == 200)
    return try #require(try answer.json()["lease"]?.stringValue)
  }

  @Test("A lease can be extended, used for a write and released", arguments: Way.allCases)
  func life(way: Way) async throws {
    let (harness, session) = try await openSession(way)
    let lease = try await lease(harness, session)
    #expect(lease.utf8.count == 43)
    harness.clock.advance(30_000)
    let more = try await harness.send("POST", session + "/lease", #"{"seconds": 60}"#, "Lease: \(lease)")
    #expect(more.text == #"{"lease":"\#(lease)","expiresAt":"2026-01-02T03:05:35.678Z"}"#)
    #expect(try await harness.send("POST", session + "/push", nil, "lease:  \(lease) ").status == 200)
    #expect(try await harness.send("DELETE", session + "/lease", nil, "Lease: \(lease)").status == 204)
    #expect(try await harness.send("POST", session + "/push").status == 200)
    #expect(try await harness.send("DELETE", session + "/lease").status == 204)
  }

  @Test("Writes without the lease are answered with 423, its expiry and its holder's name", arguments: Way.allCases)
  func others(way: Way) async throws {
    let (harness, session) = try await openSession(way)
    _ = try await harness.send("POST", session + "/push")
    _ = try await lease(harness, session, #"{"seconds": 60, "name": "the \"till\""}"#)
    harness.clock.advance(1_500)
    for (method, path, body) in [
      ("POST", "/push", nil), ("POST", "/actions", #"{"type": "pop"}"#), ("POST", "/undo", nil),
      ("POST", "/redo", nil), ("POST", "/jump", #"{"revision": 1}"#), ("DELETE", "", nil), ("DELETE", "/lease", nil),
      ("POST", "/lease", #"{"seconds": 1}"#),
      ("POST", "/messages", #"{"to": "s_AAAAAAAAAAAAAAAAAAAAAA", "action": {"type": "pop"}}"#),
    ] {
      for line in ["Accept: */*", "Lease: other"] {
        let answer = try await harness.send(method, session + path, body, line)
        try expectProblem(answer, 423, "session-leased", says: #""the "till"" has the lease of this session until"#)
        #expect(answer.text.contains("until 2026-01-02T03:05:05.678Z and"))
        #expect(answer["Retry-After"] == "59")
      }
    }
    #expect(try await harness.send("GET", session)["ETag"] == "\"2\"")
    #expect(try await harness.send("POST", session + "/fork").status == 201)
    harness.clock.advance(58_499)
    #expect(try await harness.send("POST", session + "/push")["Retry-After"] == "1")
    harness.clock.advance(1)
    #expect(try await harness.send("POST", session + "/push").status == 200)
  }

  @Test("An invalid lease request is rejected with the place of the fault", arguments: Way.allCases)
  func faults(way: Way) async throws {
    let (harness, session) = try await openSession(way, configure: { $0.leaseSeconds = 90 })
    for (body, status, code, pointers) in [
      ("{}", 422, "missing-field", ["/seconds"]), (#"{"seconds": 0}"#, 422, "bad-field", ["/seconds"]),
      (#"{"seconds": 91}"#, 422, "bad-field", ["/seconds"]), (#"{"seconds": 1.5}"#, 422, "bad-field", ["/seconds"]),
      (#"{"seconds": 9223372036854775807}"#, 422, "bad-field", ["/seconds"]),
      (#"{"seconds": 1, "name": ""}"#, 422, "bad-field", ["/name"]),
      (#"{"seconds": 1, "name": "\#(String(repeating: "x", count: 65))"}"#, 422, "bad-field", ["/name"]),
      (#"{"seconds": 1, "takeOver": "yes"}"#, 422, "bad-field", ["/takeOver"]),
      (#"{"seconds": 1, "takeover": true}"#, 422, "unknown-member", ["/takeover"]), ("", 400, "no-body", []),
    ] {
      try expectProblem(
        try await harness.send("POST", session + "/lease", body.isEmpty ? nil : body), status, code, at: pointers)
    }
    _ = try await lease(harness, session, #"{"seconds": 90}"#)
    for (method, body) in [("POST", #"{"seconds": 1}"#), ("DELETE", nil)] {
      try expectProblem(
        try await harness.send(method, "/v1/sessions/s_AAAAAAAAAAAAAAAAAAAAAA/lease", body), 404, "no-such-session")
    }
  }
}
