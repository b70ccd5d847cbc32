import Testing

@Suite("Unknown paths", .closesAPIs)
struct UnknownPathTests {
  @Test("The response to an unknown path suggests the most similar known path", arguments: Way.allCases)
  func suggestions(way: Way) async throws {
    let harness = try await openAPI(way)
    let cases = [
      ("POST", "/v1/sessions/", "`/v1/sessions`"), ("PUT", "/v1/apps/shop/", "`/v1/apps/shop`"),
      ("PATCH", "/v1/sessions/", "`GET /v1/sessions`"), ("GET", "/v1/session", "`/v1/sessions`"),
      ("DELETE", "/v1/webhook/orders", "`/v1/webhooks/orders`"), ("POST", "/sessions", "`/v1/sessions`"),
      ("GET", "/V1/apps/shop/shema", "`/v1/apps/shop/schema`"), ("GET", "/open-api.json", "`/openapi.json`"),
      ("HEAD", "/livezz", nil), ("GET", "//v1//apps", "`/v1/apps`"), ("DELETE", "/ui/main.js/", "`GET /ui/main.js`"),
    ]
    for (method, path, meant) in cases {
      let answer = try await harness.send(method, path)
      #expect(answer.status == 404)
      if let meant { try expectProblem(answer, 404, "no-such-path", says: "did you mean \(meant)?") }
    }
  }

  @Test("The response to a path that resembles no route refers to `/docs`", arguments: Way.allCases)
  func none(way: Way) async throws {
    let harness = try await openAPI(way)
    let long = String(repeating: "/v1", count: 1_000)
    for path in ["/wp-login.php", "/v1/sessions/a/b/c/d/e/f/g/h", "/" + String(repeating: "x", count: 4_000), long] {
      try expectProblem(try await harness.send("GET", path), 404, "no-such-path", says: "`/docs` lists the paths")
    }
  }
}
