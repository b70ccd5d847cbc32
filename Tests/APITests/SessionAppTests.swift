import JSON
import Testing

@testable import API

@Suite("The rules of a session's app for its clients", .closesAPIs)
struct SessionAppTests {
  private static let admin = "Authorization: Bearer \(AuthorizationTests.admin)"

  /// An app in which each text that clients must not know contains `SECRET`.
  private static let definition: JSONValue = [
    "app": "shop", "version": 1, "title": "SECRET", "data": ["code": "SECRET"],
    "root": ["kind": "stack", "routes": ["home", "safe", "call"], "initial": "home"],
    "actions": [
      "ask": [
        "by": "backend", "when": "data.code != 'SECRET'",
        "do": [
          "call": "https://SECRET.example/", "headers": ["Authorization": "Bearer SECRET"], "body": "SECRET",
          "then": ["type": "popToRoot"],
        ],
      ],
      "leave": ["do": [["if": "data.code == 'SECRET'", "then": ["type": "popToRoot"], "else": []]]],
      "twice": ["do": [["type": "open"], ["type": "twice"]]], "last": ["do": ["type": "leave"]],
    ],
    "routes": [
      "home": ["path": "/home", "to": ["safe", ["route": "call", "when": "data.code == 'SECRET'"]]],
      "safe": [
        "params": ["code": ["type": "string", "maxLength": 4]], "state": ["isOpen": false], "as": "sheet",
        "guard": ["when": "params.code == 'SECRET'", "message": "SECRET"],
        "leave": ["when": "true", "message": "SECRET"],
        "onEnter": ["emit": "SECRET"], "onLeave": ["emit": "SECRET"],
        "onResult": ["call": ["set": ["data.code": "'SECRET'"]]],
        "timers": ["late": ["after": "PT8S", "action": ["type": "ask"]]],
        "actions": ["open": ["do": ["set": ["state.isOpen": "data.code == 'SECRET'"]]]],
      ],
      "call": ["identity": true, "onDuplicate": "popTo", "content": ["kind": "tabs", "routes": ["home"]]],
    ],
  ]

  private static let rules: JSONValue = [
    "app": "shop", "version": 1, "maxTreeDepth": 20, "role": "lead",
    "root": ["kind": "stack", "routes": ["home", "safe", "call"], "initial": "home"],
    "routes": [
      "home": ["path": "/home", "to": ["safe", ["route": "call", "when": true]]],
      "safe": [
        "params": ["code": ["type": "string", "maxLength": 4]], "state": ["isOpen": false], "as": "sheet",
        "guard": true, "leave": true, "onEnter": true, "onLeave": true, "timers": true, "onResult": ["call": true],
        "actions": ["open": ["navigates": false]],
      ],
      "call": ["identity": true, "onDuplicate": "popTo", "content": ["kind": "tabs", "routes": ["home"]]],
    ],
    "actions": [
      "ask": ["navigates": false, "by": "backend"], "leave": ["navigates": true],
      "twice": ["navigates": false], "last": ["navigates": true],
    ],
  ]

  private func define(_ definition: JSONValue, _ harness: APIHarness) async throws {
    let answer = try await harness.send("PUT", "/v1/apps/shop", definition.text, Self.admin)
    #expect(answer.status == 201, "\(answer.text)")
  }

  @Test("The app rules for clients have no conditions, steps, calls, texts or data", arguments: Way.allCases)
  func rules(way: Way) async throws {
    let harness = try await openAPIWithTokens(way)
    try await define(Self.definition, harness)
    let (session, token) = try await harness.session(#"{"app": "shop"}"#, Self.admin)
    let answer = try await harness.send("GET", session + "/app", nil, "Authorization: Bearer \(token)")
    #expect(answer.status == 200)
    #expect(try answer.json() == Self.rules)
    #expect(!answer.text.contains("SECRET"))
  }

  @Test("The token of another session and an app key cannot read a session's app rules", arguments: Way.allCases)
  func foreign(way: Way) async throws {
    let harness = try await openAPIWithTokens(way)
    try await define(Self.definition, harness)
    let (session, _) = try await harness.session(#"{"app": "shop"}"#, Self.admin)
    let (_, other) = try await harness.session(#"{"app": "shop"}"#, Self.admin)
    let made = try await harness.send("POST", "/v1/apps/shop/keys", #"{"name": "web"}"#, Self.admin)
    let key = try #require(try made.json()["key"]?.stringValue)
    for token in [other, key] {
      let refused = try await harness.send("GET", session + "/app", nil, "Authorization: Bearer \(token)")
      try expectProblem(refused, 404, "no-such-session", says: "")
    }
    try expectProblem(try await harness.send("GET", session + "/app"), 401, "no-token", says: "Bearer")
  }

  @Test("A session's app rules have its own app version, and a compiled app has no routes", arguments: Way.allCases)
  func versions(way: Way) async throws {
    let harness = try await openAPIWithTokens(way)
    try await define(Self.definition, harness)
    let (session, _) = try await harness.session(#"{"app": "shop"}"#, Self.admin)
    var next = try #require(Self.definition.objectValue)
    next["version"] = 2
    try await define(.object(next), harness)
    #expect(try await harness.send("DELETE", "/v1/apps/shop?version=1", nil, Self.admin).status == 204)
    #expect(try await harness.send("GET", session + "/app", nil, Self.admin).json()["version"] == 1)
    let (compiled, _) = try await harness.session(#"{"app": "counter"}"#, Self.admin)
    let rules = try await harness.send("GET", compiled + "/app", nil, Self.admin).json()
    #expect(rules["compiled"] == true)
    #expect(rules["role"] == "backend")
    #expect(rules["routes"] == nil)
  }
}
