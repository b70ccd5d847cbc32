import Testing

@Suite("Pages of other origins")
struct OriginTests {
  private func withOrigin(_ way: Way, _ body: (Lab) async throws -> Void) async throws {
    try await withAPI(way, configure: { $0.allowedOrigins = ["https://app.example"] }, body)
  }

  @Test("may read every answer when they are allowed", arguments: Way.allCases)
  func allowed(way: Way) async throws {
    try await withOrigin(way) { lab in
      for (method, path, status) in [("GET", "/livez", 200), ("GET", "/nope", 404), ("PATCH", "/livez", 405)] {
        let answer = try await lab.send(method, path, nil, "Origin: https://app.example")
        #expect(answer.status == status)
        #expect(answer["Access-Control-Allow-Origin"] == "https://app.example")
        #expect(answer["Access-Control-Expose-Headers"]?.contains("ETag") == true)
        #expect(answer["Vary"] == "Origin")
      }
    }
  }

  @Test(
    "get nothing when they are not", arguments: Way.allCases,
    ["https://app.example.evil", "http://app.example", "https://app.example:8443", "null", "*", ""])
  func others(way: Way, origin: String) async throws {
    try await withOrigin(way) { lab in
      for method in ["GET", "OPTIONS"] {
        let answer = try await lab.send(
          method, "/livez", nil, "Origin: \(origin)", "Access-Control-Request-Method: GET")
        #expect(!answer.fields.contains { $0.name.hasPrefix("access-control") })
        #expect(answer["Vary"] == "Origin")
      }
    }
  }

  @Test("may ask beforehand", arguments: Way.allCases)
  func preflight(way: Way) async throws {
    try await withOrigin(way) { lab in
      let answer = try await lab.send(
        "OPTIONS", "/v1/sessions/s_AAAAAAAAAAAAAAAAAAAAAA/push", nil, "Origin: https://app.example",
        "Access-Control-Request-Method: POST", "Access-Control-Request-Headers: content-type, if-match")
      #expect(answer.status == 204)
      #expect(answer["Access-Control-Allow-Origin"] == "https://app.example")
      #expect(answer["Access-Control-Allow-Methods"] == "POST, OPTIONS")
      for name in [
        "Authorization", "Content-Type", "If-Match", "If-None-Match", "Idempotency-Key", "Last-Event-ID", "Lease",
        "Prefer",
      ] {
        #expect(answer["Access-Control-Allow-Headers"]?.contains(name) == true, "\(name)")
      }
    }
  }

  @Test("are not spoken of where none is allowed", arguments: Way.allCases)
  func none(way: Way) async throws {
    try await withAPI(way) { lab in
      let answer = try await lab.send("GET", "/livez", nil, "Origin: https://app.example")
      #expect(!answer.fields.contains { $0.name.hasPrefix("access-control") || $0.name == "vary" })
    }
  }
}
