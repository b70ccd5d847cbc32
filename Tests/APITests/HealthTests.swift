import Testing

@Suite("Health endpoints", .closesAPIs)
struct HealthTests {
  @Test("A draining server is alive but not ready", arguments: Way.allCases)
  func draining(way: Way) async throws {
    let harness = try await openAPI(way)
    #expect(try await harness.send("GET", "/livez").text == #"{"status":"alive"}"#)
    #expect(try await harness.send("GET", "/readyz").text == #"{"status":"ready"}"#)
    harness.api.beginDraining()
    let refused = try await harness.send("GET", "/readyz")
    try expectProblem(refused, 503, "draining")
    #expect(refused["Retry-After"] == "1")
    try expectProblem(try await harness.send("GET", "/readyz?for=reads"), 503, "draining")
    #expect(try await harness.send("GET", "/livez").status == 200)
    #expect(try await harness.send("POST", "/v1/sessions", #"{"app": "counter"}"#).status == 201)
  }

  @Test("A server that cannot write is alive but not ready", arguments: Way.allCases)
  func unwritable(way: Way) async throws {
    let harness = try await openAPI(way)
    // The journal writes nothing after the year 9998.
    harness.clock.advance(252_000_000_000_000)
    let refused = try await harness.send("GET", "/readyz")
    try expectProblem(refused, 503, "storage-unavailable", says: "clock")
    #expect(refused["Retry-After"] == "1")
    try expectProblem(
      try await harness.send("POST", "/v1/sessions", #"{"app": "counter"}"#), 503, "storage-unavailable",
      says: "clock")
    #expect(try await harness.send("GET", "/livez").status == 200)
    #expect(try await harness.send("GET", "/readyz?for=reads").text == #"{"status":"ready"}"#)
    try expectProblem(try await harness.send("GET", "/readyz?for=writes"), 400, "bad-parameter", says: "writes")
  }
}
