import JSON
import Testing

@Suite("Conditional and repeated requests", .closesAPIs)
struct RepetitionTests {
  @Test("An action whose If-Match field names another revision is not applied", arguments: Way.allCases)
  func ifMatch(way: Way) async throws {
    let (harness, session) = try await openSession(way)
    for tag in ["\"2\"", "\"01\"", "\"+1\"", "\"x\""] {
      let answer = try await harness.send("POST", session + "/push", nil, "If-Match: \(tag)")
      try expectProblem(answer, 412, "revision-differs", says: "revision 1")
    }
    try expectProblem(
      try await harness.send("POST", session + "/push", nil, "If-Match: 1"), 400, "malformed-request", says: "\"1\"")
    #expect(try await harness.send("POST", session + "/push", nil, "If-Match: \"1\"")["ETag"] == "\"2\"")
    #expect(try await harness.send("POST", session + "/push", nil, "If-Match: \"7\", \"2\"")["ETag"] == "\"3\"")
    #expect(try await harness.send("POST", session + "/push", nil, "If-Match: *")["ETag"] == "\"4\"")
  }

  @Test("A weak tag in If-Match names the revision, since proxies weaken tags", arguments: Way.allCases)
  func weakTag(way: Way) async throws {
    let (harness, session) = try await openSession(way)
    #expect(try await harness.send("POST", session + "/push", nil, "If-Match: \"7\", W/\"1\"")["ETag"] == "\"2\"")
    let answer = try await harness.send("POST", session + "/push", nil, "If-Match: W/\"1-gzip\"")
    try expectProblem(answer, 412, "revision-differs", says: "revision 2")
  }

  @Test("An action repeated with the same Idempotency-Key is applied once", arguments: Way.allCases)
  func action(way: Way) async throws {
    let (harness, session) = try await openSession(way)
    let first = try await harness.send("POST", session + "/push", nil, "Idempotency-Key: k1")
    #expect(first["Idempotency-Replayed"] == nil)
    _ = try await harness.send("POST", session + "/pop")
    let again = try await harness.send("POST", session + "/push", nil, "Idempotency-Key: k1")
    #expect(again.status == 200)
    #expect(again["Idempotency-Replayed"] == "true")
    #expect(again["ETag"] == "\"2\"")
    #expect(again["Content-Type"] == "application/json")
    #expect(again.text == first.text)
    #expect(try await harness.send("GET", session)["ETag"] == "\"3\"")
    let other = try await harness.send("POST", session + "/push", "{}", "Idempotency-Key: k1")
    try expectProblem(other, 422, "idempotency-key-reused")
    let elsewhere = try await harness.send("POST", session + "/popToRoot", nil, "Idempotency-Key: k1")
    try expectProblem(elsewhere, 422, "idempotency-key-reused")
  }

  @Test("An invalid Idempotency-Key is rejected", arguments: Way.allCases)
  func badKeys(way: Way) async throws {
    let (harness, session) = try await openSession(way)
    for key in ["", String(repeating: "k", count: 256), "schl\u{fc}ssel"] {
      let answer = try await harness.send("POST", session + "/push", nil, "Idempotency-Key: \(key)")
      try expectProblem(answer, 400, "bad-idempotency-key", says: "255")
    }
  }
}
