import JSON
import Testing

@testable import API

@Suite("What clients may set", .closesAPIs)
struct ClientRightsTests {
  /// Defines an app, and returns a key of it.
  private func define(_ clients: String, _ harness: APIHarness) async throws -> String {
    let definition = """
      {"app": "club", "version": 1, "data": {"locale": "en", "vip": false}, \(clients)
      "root": {"kind": "stack", "initial": "home"}, "actions": {"vote": {"by": "backend", "do": {"set": {"data.vip": "true"}}}},
      "routes": {"home": {"state": {"n": 0}}, "safe": {"state": {"n": 0}, "clients": {"setState": false}},
        "lounge": {"guard": {"when": "data.vip"}, "content": {"kind": "stack", "initial": "safe"}}}}
      """
    let defined = try await harness.send("PUT", "/v1/apps/club", definition, admin)
    #expect(defined.status == 201, "\(defined.text)")
    let made = try await harness.send("POST", "/v1/apps/club/keys", #"{"name":"web"}"#, admin)
    return bearer(try #require(try made.json()["key"]?.stringValue, "\(made.text)"))
  }

  private func create(_ members: String, _ line: String, _ harness: APIHarness) async throws -> Answer {
    try await harness.send("POST", "/v1/sessions", #"{"app":"club"\#(members)}"#, line)
  }

  private static let lounge = #","navigation":{"screens":[{"route":"lounge"}]}"#
  private static let withState = #","navigation":{"screens":[{"route":"home","state":{"n":5}}]}"#
  private static let nested =
    #","navigation":{"screens":[{"route":"lounge","content":{"screens":[{"route":"safe","state":{"n":5}}]}}]}"#

  @Test("An app key sets neither data nor navigation unless the app allows it, and the answer names the line to add")
  func creation() async throws {
    let harness = try await openAPIWithTokens(.inProcess)
    let key = try await define("", harness)
    for (members, pointer, line) in [
      (#","data":{"vip":true}"#, "/data/vip", #""clients": {"data": ["vip"]}"#),
      (Self.withState, "/navigation", #""clients": {"navigation": true}"#),
    ] {
      let refused = try await create(members, key, harness)
      #expect(refused.status == 403, "\(refused.text)")
      #expect(try refused.json()["code"] == "not-allowed")
      #expect(try refused.json()["errors"]?[0]?["pointer"] == .string(pointer))
      #expect(try refused.json()["detail"]?.stringValue?.contains(line) == true, "\(refused.text)")
      #expect(try await create(members, admin, harness).status == 201)
    }
    #expect(try await create("", key, harness).status == 201)
    #expect(try await create(#","data":{}"#, key, harness).status == 201)
  }

  @Test("A server that asks for no token lets everybody set data and navigation")
  func open() async throws {
    let harness = try await openAPI(.inProcess, apps: Example.apps)
    let key = try await define(#""clients": {"setState": false},"#, harness)
    #expect(try await create(#","data":{"vip":true}"# + Self.lounge, "Accept: */*", harness).status == 201)
    #expect(try await create(#","data":{"vip":true}"# + Self.withState, key, harness).status == 201)
  }

  @Test("An app names the members and the navigation that its keys may set")
  func allowed() async throws {
    let harness = try await openAPIWithTokens(.inProcess)
    let key = try await define(#""clients": {"data": ["locale"], "navigation": true},"#, harness)
    #expect(try await create(#","data":{"locale":"de"}"#, key, harness).status == 201)
    let refused = try await create(#","data":{"locale":"de","vip":true}"#, key, harness)
    #expect(try refused.json()["detail"]?.stringValue?.contains(#"["locale","vip"]"#) == true, "\(refused.text)")
    #expect(try await create(Self.withState, key, harness).status == 201)
    let nested = try await create(Self.nested, key, harness)
    #expect(nested.status == 403, "\(nested.text)")
    #expect(
      try nested.json()["errors"]?[0]?["pointer"] == "/navigation/screens/0/content/screens/0/state")
    #expect(try await create(Self.nested, admin, harness).status == 409)
  }

  @Test("A client sets no state where the app or the route closes it, by an action, a reset or a message")
  func setState() async throws {
    let harness = try await openAPIWithTokens(.inProcess)
    let key = try await define(#""clients": {"setState": false},"#, harness)
    let made = try await create("", key, harness).json()
    let session = "/v1/sessions/" + (try #require(made["id"]?.stringValue))
    let client = bearer(try #require(made["token"]?.stringValue))
    let role = try await harness.send("POST", session + "/tokens", #"{"role":"backend"}"#, admin).json()
    let backend = bearer(try #require(role["token"]?.stringValue))
    for body in [
      #"{"type":"setState","state":{"n":1}}"#,
      #"{"type":"screen","id":"a1","action":{"type":"setState","state":{"n":1}}}"#,
      #"{"type":"reset","navigation":{"screens":[{"route":"home","state":{"n":2}}]}}"#,
      #"{"actions":[{"type":"push","route":"home"},{"type":"setState","state":{"n":3}}]}"#,
    ] {
      let refused = try await harness.send("POST", session + "/actions", body, client)
      #expect(refused.status == 403, "\(refused.text)")
      #expect(try refused.json()["code"] == "not-allowed")
      #expect(try await harness.send("POST", session + "/actions", body, backend).status == 200)
    }
    let plain = #"{"type":"reset","navigation":{"screens":[{"route":"home"}]}}"#
    #expect(try await harness.send("POST", session + "/actions", plain, client).status == 200)
  }

  @Test("A route closes the state of its screens alone")
  func route() async throws {
    let harness = try await openAPIWithTokens(.inProcess)
    let made = try await create("", try await define("", harness), harness).json()
    let session = "/v1/sessions/" + (try #require(made["id"]?.stringValue))
    let client = bearer(try #require(made["token"]?.stringValue))
    let setState = #"{"type":"setState","state":{"n":1}}"#
    #expect(try await harness.send("POST", session + "/actions", setState, client).status == 200)
    #expect(try await harness.send("POST", session + "/push", #"{"route":"safe"}"#, client).status == 200)
    let refused = try await harness.send("POST", session + "/actions", setState, client)
    #expect(refused.status == 403)
    #expect(try refused.json()["detail"]?.stringValue?.contains("\"safe\"") == true, "\(refused.text)")
  }
}
