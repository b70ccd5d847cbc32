import Testing

@Suite("Validation before state checks", .closesAPIs)
struct OrderOfRefusalTests {
  /// Invalid actions that the session's state refuses too.
  private static let invalid: [(action: String, code: String)] = [
    (#"{"type": "push", "route": "item", "params": {"id": "1", "x": 2}, "target": "gone"}"#, "bad-params"),
    (#"{"type": "route", "route": "item", "params": {"x": 2}, "source": "gone"}"#, "bad-params"),
    (#"{"type": "popTo", "route": "item", "params": {"x": 2}, "merge": true}"#, "bad-params"),
    (#"{"type": "navigate", "route": "item", "params": {"id": 2}, "merge": true, "target": "gone"}"#, "bad-params"),
    (#"{"type": "reset", "navigation": {"screens": [{"route": "nowhere"}]}}"#, "bad-navigation"),
    (#"{"type": "screen", "id": "gone", "action": {"type": "nothing"}}"#, "unknown-action"),
    (#"{"type": "screen", "id": "gone", "action": {}}"#, "not-an-action"),
    (#"{"type": "nothing", "source": "gone"}"#, "unknown-action"),
    (#"{"actions": [{"type": "select", "index": 9}, {"type": "push", "route": "nowhere"}]}"#, "unknown-route"),
    (#"{"actions": [{"type": "select", "index": 9}, {"type": "pop", "count": 0}]}"#, "bad-field"),
  ]

  @Test("An invalid action is rejected before the session's state is checked", arguments: Way.allCases, invalid)
  func invalidFirst(way: Way, example: (action: String, code: String)) async throws {
    let harness = try await openAPI(way)
    _ = try await harness.send("PUT", "/v1/apps/shop", Shop.definition)
    let session = try await harness.session(#"{"app": "shop"}"#).path
    _ = try await harness.send("POST", session + "/present", #"{"route": "basket"}"#)
    try expectProblem(try await harness.send("POST", session + "/actions", example.action), 422, example.code)
    let dry = try await harness.send("POST", session + "/actions?dryRun=1", example.action)
    try expectProblem(dry, 422, example.code)
  }

  @Test("The stack endpoint returns 404 for a session without a stack", arguments: Way.allCases)
  func noStack(way: Way) async throws {
    let harness = try await openAPI(way)
    let definition =
      #"{"app": "book", "version": 1, "root": {"kind": "pages", "routes": ["a"]}, "routes": {"a": {}}}"#
    #expect(try await harness.send("PUT", "/v1/apps/book", definition).status == 201)
    let session = try await harness.session(of: "book")
    try expectProblem(try await harness.send("GET", session + "/stack"), 404, "no-stack")
  }
}
