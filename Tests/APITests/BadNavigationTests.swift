import JSON
import Testing

@testable import API

@Suite("Invalid navigations")
struct BadNavigationTests {
  private static let app =
    #"{"app": "shop", "version": 1, "root": {"kind": "tabs", "routes": ["browse", "cart"]}, "routes": {"#
    + #""browse": {"content": {"kind": "stack", "routes": ["list", "item"]}}, "cart": {}, "list": {}, "#
    + #""item": {"params": {"id": "string"}}}}"#

  @Test(
    "An invalid initial navigation is rejected with every fault and creates no session", arguments: Way.allCases,
    [
      (#"{"screens": [{"route": "cart", "id": "x"}, {"route": "cart", "id": "x"}]}"#, ["/screens/1/id"]),
      (#"{"screens": []}"#, ["/screens"]),
      (#"{"screens": [{"route": "browse", "content": {"screens": []}}]}"#, ["/screens/0/content/screens"]),
      (#"{"screens": [{"route": "list"}]}"#, ["/screens/0/route"]),
      (
        #"{"kind": "stack", "selected": 2, "screens": [{"route": "browse", "id": "x", "content": {"id": "x", "#
          + #""screens": [{"route": "cart"}, {"route": "item"}]}}, {"route": "nope"}]}"#,
        [
          "/kind", "/screens/0/content/id", "/screens/0/content/screens/0/route",
          "/screens/0/content/screens/1/params/id", "/screens/1/route", "/selected",
        ]
      ),
      ("[]", [""]), ("null", [""]), ("5", [""]),
    ])
  func refused(way: Way, example: (navigation: String, pointers: [String])) async throws {
    try await withAPI(way) { harness in
      #expect(try await harness.send("PUT", "/v1/apps/shop", Self.app).status == 201)
      let answer = try await harness.send(
        "POST", "/v1/sessions", #"{"app": "shop", "navigation": \#(example.navigation)}"#)
      try expectProblem(answer, 422, "bad-navigation", at: example.pointers.map { "/navigation" + $0 })
      #expect(answer["Location"] == nil)
      #expect(harness.registry.loadedCount == 0)
    }
  }
}
