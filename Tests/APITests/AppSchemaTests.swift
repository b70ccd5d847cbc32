import ExampleApps
import JSON
import Navigation
import Testing

@Suite("App schemas", .closesAPIs)
struct AppSchemaTests {
  @Test(
    "An app's schema accepts valid actions and rejects invalid ones",
    arguments: [
      (#"{"type": "push", "route": "item", "params": {"id": "7"}}"#, true),
      (#"{"type": "push", "route": "home"}"#, true), (#"{"type": "push", "route": "nowhere"}"#, false),
      (#"{"type": "push", "route": "item", "params": {}}"#, false),
      (#"{"type": "push", "route": "item", "params": {"id": 7}}"#, false),
      (#"{"type": "push", "route": "item", "params": {"id": "7", "more": 1}}"#, false),
      (#"{"type": "pop", "count": 0}"#, false), (#"{"type": "popTo", "id": "a1", "index": 0}"#, false),
      (#"{"type": "increment"}"#, true), (#"{"type": "increment", "by": 2}"#, false),
      (#"{"type": "setState", "state": {"a": 1}}"#, true), (#"{"type": "fly"}"#, false),
    ])
  func actions(action: String, fits: Bool) async throws {
    let harness = try await openAPI(.inProcess)
    _ = try await harness.send("PUT", "/v1/apps/shop", Shop.definition)
    let schema = try await harness.send("GET", "/v1/apps/shop/schema").json()
    let value = try JSONValue(parsing: Array(action.utf8))
    #expect(try SchemaCheck(document: schema).accepts(value, schema) == fits)
  }

  @Test("The screens of a session are valid according to the schema of its app", arguments: Way.allCases)
  func screens(way: Way) async throws {
    let harness = try await openAPI(way, apps: BuiltInApps.apps)
    for app in BuiltInApps.apps {
      let schema = try await harness.send("GET", "/v1/apps/\(app.name)/schema?version=\(app.version)").json()
      let session = try await harness.send("GET", try await harness.session(of: app.name)).json()
      let screens = session["navigation"]?["screens"]?.arrayValue ?? []
      #expect(!screens.isEmpty)
      for screen in screens {
        let form = try #require(schema["$defs"]?["screen.\(screen["route"]?.stringValue ?? "")"])
        #expect(try SchemaCheck(document: schema).faults(screen, form) == [])
      }
    }
  }

  @Test("The media type of an app's schema follows the Accept header field", arguments: Way.allCases)
  func types(way: Way) async throws {
    let harness = try await openAPI(way)
    for (accept, type) in [("*/*", "application/schema+json"), ("application/json", "application/json")] {
      let answer = try await harness.send("GET", "/v1/apps/counter/schema", nil, "Accept: \(accept)")
      #expect(answer["Content-Type"] == type)
    }
    try expectProblem(try await harness.send("GET", "/v1/apps/none/schema"), 404, "no-such-app", says: "none")
    try expectProblem(
      try await harness.send("GET", "/v1/apps/counter/schema?version=9"), 404, "no-such-app", says: "version 9")
  }
}
