import ExampleApps
import JSON
import Sessions
import Testing

@testable import API

@Suite("Depth")
struct DepthTests {
  /// Opens so many flows over each other.
  private func open(_ count: Int, in session: String, _ harness: APIHarness) async throws -> Answer {
    let actions = Array(repeating: #"{"type": "openModal"}"#, count: count).joined(separator: ",")
    return try await harness.send("POST", session + "/actions", #"{"actions": [\#(actions)]}"#)
  }

  /// The navigation as a client may give it back.
  private func navigation(of session: String, _ harness: APIHarness) async throws -> JSONValue {
    try #require(try await harness.send("GET", session).json(maximumDepth: 200)["navigation"])
  }

  @Test("of containers is 20, and what would make a tree deeper is refused", arguments: Way.allCases)
  func trees(way: Way) async throws {
    try await withAPI(way, apps: [Routing.app]) { harness in
      let session = try await harness.session(of: "routing")
      #expect(try await open(19, in: session, harness).status == 200)
      let before = try await harness.send("GET", session).text
      for body in [#"{"type": "openModal"}"#, #"{"type": "present", "route": "modal"}"#] {
        let refused = try await harness.send("POST", session + "/actions", body)
        try expectProblem(refused, 409, "too-deep", says: "20")
      }
      #expect(try await harness.send("GET", session).text == before)
      #expect(try await harness.send("POST", session + "/actions", #"{"type": "openSecond"}"#).status == 200)
    }
  }

  @Test("of JSON lets each tree be given back in one request, at creation and with reset", arguments: Way.allCases)
  func restore(way: Way) async throws {
    try await withAPI(way, apps: [Routing.app]) { harness in
      let session = try await harness.session(of: "routing")
      #expect(try await open(19, in: session, harness).status == 200)
      let navigation = try await navigation(of: session, harness).text
      let body = #"{"app": "routing", "navigation": \#(navigation)}"#
      let (copy, _) = try await harness.session(body)
      #expect(try await self.navigation(of: copy, harness).text == navigation)
      let fresh = try await harness.session(of: "routing")
      for (path, body) in [
        ("/reset", #"{"target": "root", "navigation": \#(navigation)}"#),
        ("/actions", #"{"actions": [{"type": "reset", "target": "root", "navigation": \#(navigation)}]}"#),
      ] {
        let answer = try await harness.send("POST", fresh + path, body)
        #expect(answer.status == 200, "\(answer.text.prefix(300))")
      }
    }
  }

  @Test("of JSON beside the containers of a navigation stays as it is")
  func otherJSON() async throws {
    try await withAPI(.inProcess, apps: [Routing.app]) { harness in
      let deep = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
      for body in [
        #"{"app": "routing", "data": \#(deep)}"#, #"{"app": "routing", "navigation": \#(deep)}"#,
        #"{"app": "routing", "navigation": {"screens": [{"route": "home", "params": \#(deep)}]}}"#, deep + deep,
      ] {
        try expectProblem(try await harness.send("POST", "/v1/sessions", body), 400, "bad-json")
      }
    }
  }

  @Test("of a navigation that a session is to begin with is bounded, too")
  func creation() async throws {
    try await withAPI(.inProcess, apps: [Routing.app]) { harness in
      let nested = (1..<20).reduce(#"{"screens": [{"route": "home"}]}"#) { inner, _ in
        #"{"screens": [{"route": "home"}], "presented": ["#
          + #"{"style": "sheet", "screen": {"route": "modal", "content": \#(inner)}}]}"#
      }
      _ = try await harness.session(#"{"app": "routing", "navigation": \#(nested)}"#)
      let deeper =
        #"{"screens": [{"route": "home"}], "presented": ["#
        + #"{"style": "sheet", "screen": {"route": "modal", "content": \#(nested)}}]}"#
      let refused = try await harness.send("POST", "/v1/sessions", #"{"app": "routing", "navigation": \#(deeper)}"#)
      try expectProblem(refused, 409, "too-deep", says: "21")
    }
  }
}
