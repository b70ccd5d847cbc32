import ExampleApps
import HTTP
import JSON
import TestSupport
import Testing

@testable import API

/// A valid request for a route of the table.
struct Example: Sendable, CustomTestStringConvertible {
  let route: Route<Endpoint>
  var testDescription: String { "\(route.method.rawValue) \(route.template)" }

  /// The examples of all routes.
  static let every = DocumentedAPI.routes.map(Example.init)

  /// The examples with a single response. Event streams have separate tests.
  static let all = every.filter { !$0.isStream }

  var isStream: Bool { route.endpoint.content == .events }

  private var lastSegment: String { String(route.template.split(separator: "/").last ?? "") }

  var body: String? {
    switch (route.method, route.template) {
    case (.post, "/v1/sessions"): Shop.session
    case (.put, "/v1/apps/{app}"): Shop.definition
    case (.put, "/v1/apps/{app}/rollout"): Self.rollout
    case (.post, "/v1/apps/{app}/keys"): #"{"name": "web"}"#
    case (.put, "/v1/webhooks/{name}"): Example.webhook
    default: documented
    }
  }

  /// The example body in the OpenAPI document.
  var documented: String? { route.endpoint.operation.body?.example?.text }

  /// Returns the body with the session's id in place of `{id}`.
  private func body(of session: String) -> String? {
    body?.replacing("{id}", with: session.split(separator: "/").last ?? "")
  }

  /// The expected status; nil if this file has no example of the route.
  var status: Int? {
    switch (route.method, route.template) {
    case (.post, "/v1/sessions"), (.post, "/v1/sessions/{id}/fork"), (.post, "/v1/imports"): 201
    case (.post, "/v1/admin/backups"), (.post, "/v1/sessions/{id}/tickets"): 201
    case (.post, "/v1/sessions/{id}/token"), (.get, "/v1/apps/{app}/keys"): 200
    case (.get, "/v1/sessions/{id}/tokens"): 200
    case (.delete, "/v1/sessions/{id}/tokens/{token}"): 204
    case (.post, "/v1/sessions/{id}/tokens"), (.post, "/v1/handoffs"): 201
    case (.post, "/v1/apps/{app}/keys"), (.post, "/v1/admin/tokens"): 201
    case (.get, "/v1/admin/tokens"): 200
    case (.delete, "/v1/admin/tokens/{operator}"): 204
    case (.delete, "/v1/sessions/{id}/token"), (.delete, "/v1/apps/{app}/keys/{key}"): 204
    case (.get, "/v1/sessions/{id}/events"), (.get, "/v1/apps/{app}/events"): 200
    case (.post, "/v1/sessions/{id}/messages"), (.post, "/v1/batches"): 202
    case (.post, "/v1/apps/{app}/migrations"): 202
    case (.get, "/v1/apps/{app}/migrations/{batch}"): 200
    case (.get, "/v1/batches"), (.get, "/v1/batches/{batch}"): 200
    case (.delete, "/v1/batches/{batch}"): 204
    case (.get, "/v1/sessions/{id}/export"): 200
    case (.delete, "/v1/sessions/{id}"), (.delete, "/v1/sessions/{id}/timers/{timer}"): 204
    case (.delete, "/v1/sessions/{id}/lease"), (.delete, "/v1/apps/{app}"): 204
    case (.put, "/v1/apps/{app}"), (.get, "/v1/apps/{app}/rollout"), (.put, "/v1/apps/{app}/rollout"): 200
    case (.delete, "/v1/apps/{app}/rollout"): 204
    case (.get, "/schemas/app.json"), (.get, "/v1/admin/quarantine"): 200
    case (.delete, "/v1/admin/quarantine/{quarantine}"): 204
    case (.get, "/openapi.json"), (.get, "/docs"), (.get, "/docs/{file}"), (.get, "/problems/{code}"): 200
    case (.get, "/llms.txt"): 200
    case (.get, "/v1/sessions/{id}/app"): 200
    case (.get, "/v1/sessions"), (.get, "/v1/sessions/{id}/available"), (.get, "/v1/apps/{app}/graph"): 200
    case (.get, "/"): 200
    case (.get, "/ui"): 308
    case (.get, "/ui/"), (.get, "/ui/{file}"): 200
    case (.get, "/v1/apps/{app}/schema"), (.get, "/v1/apps/{app}/stats"), (.get, "/v1/apps/{app}/flows"): 200
    case (.get, "/livez"), (.get, "/readyz"), (.get, "/metrics"), (.get, "/v1/apps"), (.get, "/v1/apps/{app}"): 200
    case (.get, "/v1/apps/{app}/resolve"): 200
    case (.patch, "/v1/sessions/{id}"): 200
    case (.get, "/v1/sessions/{id}"), (.get, "/v1/sessions/{id}/stack"), (.get, "/v1/sessions/{id}/history"): 200
    case (.get, "/v1/sessions/{id}/revisions/{revision}"): 200
    case (.get, "/v1/sessions/{id}/listeners"): 200
    case (.get, "/v1/sessions/{id}/timers"), (.get, "/v1/sessions/{id}/outputs"): 200
    case (.get, "/v1/sessions/{id}/loops"), (.get, "/v1/sessions/{id}/calls"): 200
    case (.get, "/v1/webhooks"), (.get, "/v1/webhooks/{name}"), (.put, "/v1/webhooks/{name}"): 200
    case (.put, "/v1/sessions/{id}/shown"): 204
    case (.post, "/v1/webhooks/{name}/resume"): 200
    case (.delete, "/v1/webhooks/{name}"): 204
    case (.post, "/v1/sessions/{id}/{action}"): 200
    case (.post, "/mcp"), (.post, AgentTests.sessionRoute), (.get, "/mcp"), (.get, AgentTests.sessionRoute): 200
    case (.delete, "/mcp"), (.delete, AgentTests.sessionRoute): 204
    case (.post, _): Shop.changes.contains(lastSegment) ? 200 : nil
    default: nil
    }
  }

  var mediaType: String {
    // The example of a file is a script.
    let content = route.endpoint.content == .file ? .javaScript : route.endpoint.content
    return switch content {
    case .html, .css, .javaScript, .text: content.name + "; charset=utf-8"
    case .metrics: content.name + "; version=0.0.4; charset=utf-8"
    default: content.name
    }
  }

  /// Whether the request makes no revision: it creates a lease or a token.
  var isNoChange: Bool { ["lease", "token", "tokens"].contains(lastSegment) }

  private static let rollout = #"{"current": 1}"#
  static let webhook = #"{"url": "https://example.com/hooks", "secret": "0123456789abcdef"}"#

  /// The actions that have to precede the request.
  var preparation: [String] { Shop.preparations[lastSegment] ?? [] }

  /// The compiled apps that the examples need.
  static let apps = [Counter.app, TimerTestApp.app]

  /// Creates a session in which the request is applicable.
  func session(in harness: APIHarness, _ line: String = "Accept: */*") async throws -> (path: String, token: String) {
    if route.template == AgentTests.sessionRoute {
      return try await harness.session(Shop.session.dropLast() + #", "key": "hall-1"}"#, line)
    }
    guard route.template.contains("{timer}") else { return try await harness.session(Shop.session, line) }
    let session = try await harness.session(#"{"app": "kettle"}"#, line)
    _ = try await harness.send("POST", session.path + "/actions", #"{"type": "boil", "after": 1000}"#, line)
    return session
  }

  /// Creates the app, webhook, key and migration job that the paths name.
  ///
  /// - Parameter line: A header field, such as the authorization.
  static func prepare(_ harness: APIHarness, _ line: String = "Accept: */*") async throws {
    _ = try await harness.send("PUT", "/v1/apps/shop", Shop.definition, line)
    let next = Shop.definition.replacing(#""version": 1"#, with: #""version": 2"#)
    _ = try await harness.send("PUT", "/v1/apps/shop", next, line)
    _ = try await harness.send("PUT", "/v1/webhooks/orders", webhook, line)
    _ = try await harness.send("POST", "/v1/apps/shop/keys", #"{"name": "mobile"}"#, line)
    _ = try await harness.send("POST", "/v1/apps/shop/migrations", #"{"from": 1, "to": 2, "label": "a:b"}"#, line)
  }

  /// Sends the request. For an event stream, only the head is requested.
  func ask(_ harness: APIHarness, session: String, _ lines: String...) async throws -> Answer {
    if route.template == "/v1/imports" { return try await harness.importAgain(session, lines.first ?? "Accept: */*") }
    let query = ["resolve": "?url=/home", "stats": "?by=route"][lastSegment] ?? ""
    var template = route.template.replacing("/v1/sessions/{id}", with: session)
    var body = body(of: session)
    if template.hasSuffix("{token}") || template == "/v1/handoffs" {
      let code = try await harness.handoffs.code(of: session, for: lines.first ?? "", harness)
      template = template.replacing("{token}", with: code["id"]?.stringValue ?? "")
      if template == "/v1/handoffs" { body = #"{"code": "\#(code["code"]?.stringValue ?? "")"}"# }
    }
    // Not prepared for all: the app could not be withdrawn. An idempotency key is that of the example alone.
    if template.hasSuffix("/rollout") {
      let line = lines.first { !$0.hasPrefix("Idempotency-Key") } ?? "Accept: */*"
      _ = try await harness.send("PUT", Self.filled(template), Self.rollout, line)
    }
    if template.hasSuffix("{operator}") {
      template = template.replacing("{operator}", with: try await harness.handoffs.operator(harness))
    }
    let method = isStream ? "HEAD" : route.method.rawValue
    if template.hasPrefix("/mcp"), route.method != .post {
      let begun = try await AgentTests.initialize(harness, Self.filled(template), lines.first ?? "Accept: */*")
      let session = begun["Mcp-Session-Id"].map { "Mcp-Session-Id: \($0)" } ?? "Accept: */*"
      return try await harness.send(method, Self.filled(template), nil, lines.first ?? "Accept: */*", session)
    }
    return try await harness.send(method, Self.filled(template) + query, body, lines.first ?? "Accept: */*")
  }

  /// Returns the template with a value in place of each name.
  static func filled(_ template: String) -> String {
    let values = [
      "{id}": "s_AAAAAAAAAAAAAAAAAAAAAA", "{sessionKey}": "hall-1", "{app}": "shop", "{timer}": "t2", "{revision}": "1",
      "{name}": "orders",
      "{code}": "covered", "{key}": "mobile", "{token}": "t_Zm9vYmFyYmF6",
      "{file}": "main.js", "{batch}": "b_1", "{quarantine}": "creation_gone",
      "{action}": "increment", "{operator}": "op_Zm9vYmFyYmF6",
    ]
    return values.reduce(template) { $0.replacing($1.key, with: $1.value) }
  }
}

@Suite("The route table", .closesAPIs)
struct RouteTableTests {
  @Test("Each route answers its example request with the documented response", arguments: Way.allCases, Example.all)
  func examples(way: Way, example: Example) async throws {
    let harness = try await openAPI(way, apps: Example.apps)
    try await Example.prepare(harness)
    let session = try await example.session(in: harness).path
    let status = try #require(example.status, "Add an example for this new route")
    for action in example.preparation { _ = try await harness.send("POST", session + "/" + action) }
    let answer = try await example.ask(harness, session: session)
    #expect(answer.status == status, "\(answer.text)")
    #expect(answer["Content-Type"] == ([204, 308].contains(status) ? nil : example.mediaType))
    #expect(try DocumentedAPI.shared.faults(of: answer, to: example.route) == [])
    if example.route.method == .post, status == 200, example.route.template.contains("{id}"), !example.isNoChange {
      #expect(try answer.json()["changed"] == true)
      let former = 1 + example.preparation.count + (example.route.template.contains("{timer}") ? 1 : 0)
      #expect(try answer.json()["revision"] == .integer(Int64(former + 1)))
    }
  }

  @Test("A known path answers other methods with 405 and OPTIONS with the allowed methods", arguments: Way.allCases)
  func methods(way: Way) async throws {
    let (harness, session) = try await openSession(way)
    for (path, allowed) in [
      ("/livez", "GET, HEAD, OPTIONS"), ("/v1/sessions", "GET, HEAD, POST, OPTIONS"),
      ("/v1/apps/shop", "GET, HEAD, PUT, DELETE, OPTIONS"), (session, "GET, HEAD, PATCH, DELETE, OPTIONS"),
      (session + "/push", "POST, OPTIONS"), ("/", "GET, HEAD, OPTIONS"), ("/ui/", "GET, HEAD, OPTIONS"),
    ] {
      let method = path == "/livez" || path == session ? "PUT" : "PATCH"
      let refused = try await harness.send(method, path)
      try expectProblem(refused, 405, "method-not-allowed", says: method)
      #expect(refused["Allow"] == allowed)
      let options = try await harness.send("OPTIONS", path)
      #expect(options.status == 204)
      #expect(options["Allow"] == allowed)
    }
    #expect(try await harness.send("OPTIONS", "*").status == 204)
  }

  @Test("HEAD returns the header fields of GET without the content", arguments: Way.allCases)
  func head(way: Way) async throws {
    let (harness, session) = try await openSession(way)
    for path in ["/livez", "/v1/apps", session, session + "/stack", session + "/history"] {
      let (get, head) = (try await harness.send("GET", path), try await harness.send("HEAD", path))
      #expect(head.status == 200)
      #expect(head.body.isEmpty)
      #expect(head["Content-Length"] == "\(get.body.count)")
      #expect(head["ETag"] == get["ETag"])
    }
  }

  @Test("An unknown path is answered with 404, and an unknown method with 501", arguments: Way.allCases)
  func unknown(way: Way) async throws {
    let (harness, session) = try await openSession(way)
    for path in ["/v1", "/v1/sessions/", session + "/", session + "/nope", "/livez/x", "/V1/apps"] {
      try expectProblem(try await harness.send("GET", path), 404, "no-such-path", says: path)
      try expectProblem(try await harness.send("BREW", path), 501, "method-not-implemented", says: "BREW")
    }
    try expectProblem(try await harness.send("BREW", session), 501, "method-not-implemented", says: "BREW")
  }

  @Test("Each route rejects query parameters that it does not have", arguments: Way.allCases)
  func parameters(way: Way) async throws {
    let harness = try await openAPI(way)
    for example in Example.all {
      let path = Example.filled(example.route.template)
      let answer = try await harness.send(example.route.method.rawValue, path + "?limt=3", example.body)
      try expectProblem(answer, 400, "unknown-parameter", says: "limt")
    }
  }
}
