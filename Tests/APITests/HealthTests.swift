import Testing

@Suite("Health")
struct HealthTests {
  @Test("is told until the server drains", arguments: Way.allCases)
  func draining(way: Way) async throws {
    try await withAPI(way) { lab in
      #expect(try await lab.send("GET", "/livez").text == #"{"status":"alive"}"#)
      #expect(try await lab.send("GET", "/readyz").text == #"{"status":"ready"}"#)
      lab.api.beginDraining()
      let refused = try await lab.send("GET", "/readyz")
      try expectProblem(refused, 503, "draining")
      #expect(refused["Retry-After"] == "1")
      #expect(try await lab.send("GET", "/livez").status == 200)
      #expect(try await lab.send("POST", "/v1/sessions", #"{"app": "counter"}"#).status == 201)
    }
  }
}
