import Testing

@testable import HTTP

@Suite struct RouterTests {
  private static let router = Router([
    Route(.get, "/", "root"),
    Route(.get, "/v1/sessions", "list"),
    Route(.post, "/v1/sessions", "create"),
    Route(.get, "/v1/sessions/{id}", "read"),
    Route(.delete, "/v1/sessions/{id}", "remove"),
    Route(.post, "/v1/sessions/{id}/{type}", "act"),
    Route(.post, "/v1/sessions/{id}/undo", "undo"),
    Route(.get, "/v1/sessions/{session}/revisions/{n}", "revision"),
    Route(.get, "/v1/sessions/mine/revisions", "mine"),
  ])

  /// Returns the endpoint and its parameters, the allowed methods, or `not found`.
  private func match(_ line: String) throws -> String {
    let request = try request("\(line) HTTP/1.1\r\nHost: a\r\n\r\n")
    switch Self.router.match(request) {
    case .found(let route, let parameters):
      let values = parameters.names.map { "\($0)=\(parameters[$0, request] ?? "nil")" }
      return ([route.endpoint] + values).joined(separator: " ")
    case .methodNotAllowed(let allowed): return allowed.map(\.rawValue).joined(separator: ",")
    case .notFound: return "not found"
    }
  }

  @Test(
    "A path is routed to its endpoint",
    arguments: [
      ("GET /", "root"), ("GET /v1/sessions?x=/", "list"), ("POST /v1/sessions", "create"),
      ("GET /v1/sessions/s_1", "read id=s_1"), ("HEAD /v1/sessions/s_1", "read id=s_1"),
      ("POST /v1/sessions/s_1/push", "act id=s_1 type=push"), ("POST /v1/sessions/s_1/undo", "undo id=s_1"),
      ("GET /v1/sessions/a%2Fb/revisions/7", "revision session=a/b n=7"), ("GET http://h/v1/sessions", "list"),
      ("GET /v1/sessions/mine", "read id=mine"), ("GET /v1/sessions/mine/revisions", "mine"),
      ("GET /v1/sessions/mine/revisions/1", "revision session=mine n=1"), ("GET /v1/sessions/%ff", "read id=nil"),
    ])
  func found(line: String, expected: String) throws {
    #expect(try match(line) == expected)
  }

  @Test(
    "An unknown path is not found",
    arguments: [
      "/v1", "/v1/", "/v1/sessions/", "/v1/sessions//undo", "//v1/sessions", "/V1/sessions", "/v1/session%73",
      "/v1/sessions/s_1/", "/v1/sessions/s_1/revisions/1/2", "/x",
    ])
  func notFound(path: String) throws {
    #expect(try match("GET \(path)") == "not found")
  }

  @Test("A method that is not allowed yields the allowed methods in the order of Method")
  func allowed() throws {
    #expect(try match("PUT /v1/sessions") == "GET,HEAD,POST,OPTIONS")
    #expect(try match("OPTIONS /v1/sessions/s_1") == "GET,HEAD,DELETE,OPTIONS")
    #expect(try match("GET /v1/sessions/s_1/undo") == "POST,OPTIONS")
    #expect(try match("HEAD /v1/sessions/s_1/undo") == "POST,OPTIONS")
    #expect(try match("BREW /") == "GET,HEAD,OPTIONS")
    #expect(try match("OPTIONS *") == "GET,HEAD,POST,DELETE,OPTIONS")
  }

  @Test("Parameters are available by position in their encoded form")
  func rawParameters() throws {
    let request = try get("/v1/sessions/a%20b/revisions/7")
    guard case .found(let route, let parameters) = Self.router.match(request) else { throw Incomplete() }
    #expect(route.template == "/v1/sessions/{session}/revisions/{n}")
    #expect(parameters[0, request].elementsEqual("a%20b".utf8))
    #expect(parameters[1, request].elementsEqual("7".utf8))
    #expect(parameters.range("id") == nil)
  }

  @Test("The router exposes the given routes")
  func table() {
    #expect(Self.router.routes.map(\.endpoint).first == "root")
    #expect(Self.router.routes.count == 9)
  }
}
