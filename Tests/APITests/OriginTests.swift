import API
import Synchronization
import Testing

@Suite("Cross-origin requests", .closesAPIs)
struct OriginTests {
  private func openOrigin(_ way: Way) async throws -> APIHarness {
    try await openAPI(way, configure: { $0.allowedOrigins = ["https://app.example"] })
  }

  @Test("An allowed origin may read every response, including errors", arguments: Way.allCases)
  func allowed(way: Way) async throws {
    let harness = try await openOrigin(way)
    for (method, path, status) in [("GET", "/livez", 200), ("GET", "/nope", 404), ("PATCH", "/livez", 405)] {
      let answer = try await harness.send(method, path, nil, "Origin: https://app.example")
      #expect(answer.status == status)
      #expect(answer["Access-Control-Allow-Origin"] == "https://app.example")
      #expect(answer["Access-Control-Expose-Headers"]?.contains("ETag") == true)
      #expect(answer["Vary"] == "Origin")
    }
  }

  @Test(
    "The response to an origin that is not allowed has no CORS header fields", arguments: Way.allCases,
    ["https://app.example.evil", "http://app.example", "https://app.example:8443", "null", "*", ""])
  func others(way: Way, origin: String) async throws {
    let harness = try await openOrigin(way)
    for method in ["GET", "OPTIONS"] {
      let answer = try await harness.send(
        method, "/livez", nil, "Origin: \(origin)", "Access-Control-Request-Method: GET")
      #expect(!answer.fields.contains { $0.name.hasPrefix("access-control") })
      #expect(answer["Vary"] == "Origin")
    }
  }

  @Test("A preflight request returns the allowed method and header fields", arguments: Way.allCases)
  func preflight(way: Way) async throws {
    let harness = try await openOrigin(way)
    let answer = try await harness.send(
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

  @Test("Error responses also allow the origin, and no response allows browser credentials", arguments: Way.allCases)
  func problems(way: Way) async throws {
    let (harness, session, token) = try await openSessionWithToken(
      way, configure: { $0.allowedOrigins = ["https://app.example"] })
    let origin = "Origin: https://app.example"
    for (method, path, line, status) in [
      ("GET", session, "Accept: */*", 401), ("GET", session, bearer("wrong"), 404),
      ("GET", "/v1/apps", bearer(token), 403),
      ("POST", session + "/pop", bearer(token), 409), ("GET", session + "?x", bearer(token), 400),
      ("HEAD", session + "/events", bearer(token), 200),
    ] {
      let answer = try await harness.send(method, path, nil, line, origin)
      #expect(answer.status == status)
      #expect(answer["Access-Control-Allow-Origin"] == "https://app.example", "\(path)")
      #expect(answer["Vary"] == "Origin")
      #expect(answer["Access-Control-Allow-Credentials"] == nil)
    }
  }

  @Test("A preflight request needs no token", arguments: Way.allCases)
  func preflightWithoutToken(way: Way) async throws {
    let harness = try await openAPIWithTokens(way, configure: { $0.allowedOrigins = ["https://app.example"] })
    let answer = try await harness.send(
      "OPTIONS", "/v1/sessions", nil, "Origin: https://app.example", "Access-Control-Request-Method: POST",
      "Access-Control-Request-Headers: authorization, content-type")
    #expect(answer.status == 204)
    #expect(answer["Access-Control-Allow-Origin"] == "https://app.example")
    #expect(answer["Access-Control-Allow-Headers"]?.contains("Authorization") == true)
    #expect(answer["Access-Control-Allow-Credentials"] == nil)
    #expect(answer["Access-Control-Max-Age"] == "600")
  }

  @Test("With several allowed origins, a response allows only the origin of its request", arguments: Way.allCases)
  func several(way: Way) async throws {
    let origins = ["https://app.example", "https://other.example"]
    let harness = try await openAPI(way, configure: { $0.allowedOrigins = origins })
    for origin in origins {
      let answer = try await harness.send("GET", "/livez", nil, "Origin: \(origin)")
      #expect(answer["Access-Control-Allow-Origin"] == origin)
      #expect(answer["Vary"] == "Origin")
    }
    #expect(try await harness.send("GET", "/livez")["Vary"] == "Origin")
  }

  @Test("Each origin that is not allowed is logged once, and at most 100 origins are logged", arguments: Way.allCases)
  func logged(way: Way) async throws {
    let told = Mutex<[String]>([])
    let log = RequestLog(isComplete: false) { _ in
    } tellOrigin: { origin in
      told.withLock { $0.append(origin) }
    }
    let harness = try await openAPI(way, log: log, configure: { $0.allowedOrigins = ["https://app.example"] })
    for origin in ["https://app.example", "http://localhost", "https://a.example", "https://b.example", "null"] {
      for method in ["OPTIONS", "GET", "POST"] {
        _ = try await harness.send(
          method, "/v1/sessions", nil, "Origin: \(origin)", "Access-Control-Request-Method: POST")
      }
    }
    #expect(told.withLock { $0 } == ["https://a.example", "https://b.example", "null"])
    for number in 1...200 { _ = try await harness.send("GET", "/livez", nil, "Origin: https://\(number).example") }
    #expect(told.withLock { $0.count } == 100)
  }

  @Test("Responses have no CORS header fields if no origin is allowed", arguments: Way.allCases)
  func none(way: Way) async throws {
    let harness = try await openAPI(way)
    let answer = try await harness.send("GET", "/livez", nil, "Origin: https://app.example")
    #expect(!answer.fields.contains { $0.name.hasPrefix("access-control") || $0.name == "vary" })
  }
}
