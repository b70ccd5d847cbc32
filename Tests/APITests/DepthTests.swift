import ExampleApps
import JSON
import Sessions
import Testing

@testable import API

@Suite("Depth limits", .closesAPIs)
struct DepthTests {
  /// Opens the given number of modal flows on top of each other.
  private func open(_ count: Int, in session: String, _ harness: APIHarness) async throws -> Answer {
    let actions = Array(repeating: #"{"type": "openModal"}"#, count: count).joined(separator: ",")
    return try await harness.send("POST", session + "/actions", #"{"actions": [\#(actions)]}"#)
  }

  /// Returns the navigation of a session in the form that requests accept.
  private func navigation(of session: String, _ harness: APIHarness) async throws -> JSONValue {
    try #require(try await harness.send("GET", session).json(maximumDepth: 200)["navigation"])
  }

  @Test("A change that nests containers more than 20 levels deep is refused", arguments: Way.allCases)
  func trees(way: Way) async throws {
    let (harness, session) = try await openSession(of: "routing", way, apps: [Routing.app])
    #expect(try await open(19, in: session, harness).status == 200)
    let before = try await harness.send("GET", session).text
    for body in [#"{"type": "openModal"}"#, #"{"type": "present", "route": "modal"}"#] {
      let refused = try await harness.send("POST", session + "/actions", body)
      try expectProblem(refused, 409, "too-deep", says: "20")
    }
    #expect(try await harness.send("GET", session).text == before)
    #expect(try await harness.send("POST", session + "/actions", #"{"type": "openSecond"}"#).status == 200)
  }

  @Test("A navigation of maximum depth is accepted at creation and by reset", arguments: Way.allCases)
  func restore(way: Way) async throws {
    let (harness, session) = try await openSession(of: "routing", way, apps: [Routing.app])
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

  @Test("JSON that is too deep outside the containers of a navigation is rejected")
  func otherJSON() async throws {
    let harness = try await openAPI(.inProcess, apps: [Routing.app])
    let deep = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    for body in [
      #"{"app": "routing", "data": \#(deep)}"#, #"{"app": "routing", "navigation": \#(deep)}"#,
      #"{"app": "routing", "navigation": {"screens": [{"route": "home", "params": \#(deep)}]}}"#, deep + deep,
    ] {
      try expectProblem(try await harness.send("POST", "/v1/sessions", body), 400, "bad-json")
    }
  }

  @Test("An initial navigation of more than 20 container levels is refused")
  func creation() async throws {
    let harness = try await openAPI(.inProcess, apps: [Routing.app])
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
