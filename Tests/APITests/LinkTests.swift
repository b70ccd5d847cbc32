import JSON
import Testing

@Suite("Links", .closesAPIs)
struct LinkTests {
  private static let tree =
    #"{"id":"root","kind":"tabs","selected":1,"screens":[{"id":"a1","route":"list","params":{},"state":{}},"#
    + #"{"id":"a2","route":"more","params":{},"state":{},"content":{"id":"a3","kind":"stack","selected":1,"screens":"#
    + #"[{"id":"a4","route":"about","params":{},"state":{}},{"id":"a5","route":"item","params":{"id":7},"state":{}}],"#
    + #""presented":[]}}],"history":["a1","a2"],"presented":[]}"#

  private static func openShop(_ way: Way) async throws -> APIHarness {
    let harness = try await openAPI(way)
    let definition =
      #"{"app": "shop", "version": 1, "root": {"kind": "tabs", "routes": ["list", "more"]}, "routes": {"list": {}, "#
      + #""more": {"content": {"kind": "stack", "routes": ["about", "item"]}}, "about": {}, "#
      + #""item": {"path": "/items/:id", "params": {"id": "integer"}}}}"#
    try #require(try await harness.send("PUT", "/v1/apps/shop", definition).status == 201)
    return harness
  }

  @Test("The resolve endpoint returns the navigation tree of a link, or 404 without a match", arguments: Way.allCases)
  func resolve(way: Way) async throws {
    let harness = try await Self.openShop(way)
    let path = "/v1/apps/shop/resolve"
    for url in ["/items/7", "https%3A%2F%2Fshop.example%2Fitems%2F7%3Fa%3D1%26b%3D2", "shop://items/7"] {
      let answer = try await harness.send("GET", "\(path)?url=\(url)")
      #expect(answer.status == 200)
      #expect(answer.text == Self.tree)
    }
    for (url, reason) in [
      ("/items/x", "`id` of \"item\" must be an integer"), ("/items", "\"/items/:id\""), ("", "\"/items/:id\""),
    ] {
      try expectProblem(try await harness.send("GET", "\(path)?url=\(url)"), 404, "no-such-link", says: reason)
    }
    try expectProblem(try await harness.send("GET", path), 400, "missing-parameter", says: "`url`")
    try expectProblem(try await harness.send("GET", path + "?url=/&x=1"), 400, "unknown-parameter", says: "\"x\"")
    try expectProblem(
      try await harness.send("GET", "/v1/apps/nope/resolve?url=/"), 404, "no-such-app", says: "\"nope\"")
  }

  @Test("The current screen of a session or of a revision has its link", arguments: Way.allCases)
  func current(way: Way) async throws {
    let harness = try await Self.openShop(way)
    let path = try await harness.session(of: "shop")
    #expect(try await harness.send("GET", path).json()["current"]?["url"] == nil)
    let receipt = try await harness.send("POST", path + "/route", #"{"route": "item", "params": {"id": 7}}"#)
    for session in [try receipt.json()["session"], try await harness.send("GET", path).json()] {
      #expect(session?["current"]?["url"] == "/items/7")
    }
    _ = try await harness.send("POST", path + "/setParams", #"{"params": {"id": 8}}"#)
    #expect(try await harness.send("GET", path).json()["current"]?["url"] == "/items/8")
    #expect(try await harness.send("GET", path + "/revisions/2").json()["current"]?["url"] == "/items/7")
  }

  @Test("A creation with a link starts the session with the navigation tree of the link", arguments: Way.allCases)
  func session(way: Way) async throws {
    let harness = try await Self.openShop(way)
    let body = #"{"app": "shop", "url": "/items/7", "data": {"user": 1}}"#
    let path = try await harness.session(body).path
    let session = try await harness.send("GET", path).json()
    #expect(try session["navigation"] == JSONValue(parsing: Self.tree))
    #expect(session["data"] == ["user": 1])
    let lost = #"{"app": "shop", "url": "/lost"}"#
    for replayed in [nil, "true"] {
      let answer = try await harness.send("POST", "/v1/sessions", lost, "Idempotency-Key: k")
      try expectProblem(answer, 404, "no-such-link", says: "\"/lost\"")
      #expect(answer["Idempotency-Replayed"] == replayed)
      #expect(answer["Location"] == nil)
    }
  }
}
