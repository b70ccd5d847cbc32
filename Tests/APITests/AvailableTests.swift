import ExampleApps
import JSON
import TestSupport
import Navigation
import Testing

@Suite("Available actions", .closesAPIs)
struct AvailableTests {
  private func items(_ harness: APIHarness, _ session: String) async throws -> [JSONValue] {
    let answer = try await harness.send("GET", session + "/available")
    #expect(answer.status == 200, "\(answer.text)")
    return try answer.json()["items"]?.arrayValue ?? []
  }

  @Test("Each available action states whether it is allowed and changes anything, or why not", arguments: Way.allCases)
  func counter(way: Way) async throws {
    let (harness, session) = try await openSession(way)
    let answer = try await harness.send("GET", session + "/available")
    #expect(answer["ETag"] == "\"1\"")
    let items = try answer.json()["items"]?.arrayValue ?? []
    #expect(
      items.map { $0["action"]?.text } == [
        #"{"type":"goBack"}"#, #"{"type":"pop"}"#, #"{"type":"popToRoot"}"#, #"{"type":"dismiss"}"#,
        #"{"type":"dismissAll"}"#, #"{"type":"push","route":"counter"}"#, #"{"type":"replace","route":"counter"}"#,
        #"{"type":"increment"}"#, #"{"type":"decrement"}"#, #"{"type":"push"}"#,
      ])
    #expect(items.map { $0["allowed"] } == Array(repeating: false, count: 5) + Array(repeating: true, count: 5))
    #expect(items[1]["code"] == "nothing-to-pop")
    #expect(items[1]["reason"]?.stringValue?.isEmpty == false)
    #expect(items[7].text == #"{"action":{"type":"increment"},"allowed":true,"changes":true,"screen":"a1"}"#)
  }

  @Test("A token that only watches is allowed no action")
  func watcher() async throws {
    let (harness, session, _) = try await openSessionWithToken(.inProcess)
    let made = try await harness.send("POST", session + "/tokens", #"{"role": "watch"}"#, admin).json()
    let line = bearer(try #require(made["token"]?.stringValue))
    let items = try await harness.send("GET", session + "/available", nil, line).json()["items"]?.arrayValue ?? []
    #expect(!items.isEmpty && items.allSatisfy { $0["allowed"] == false && $0["code"] == "not-allowed" })
  }

  /// Apps, each with the actions that precede the request for the available actions.
  private static let situations: [(app: String, actions: [String])] = [
    ("counter", []), ("counter", [#"{"type":"push"}"#, #"{"type":"increment"}"#]),
    ("tabs", []), ("tabs", [#"{"type":"select","route":"settings"}"#]), ("colors", []), ("list", []),
    ("routing", []), ("routing", [#"{"type":"openFirst"}"#, #"{"type":"openModal"}"#, #"{"type":"openFirst"}"#]),
    ("kettle", [#"{"type":"push","route":"stove"}"#, #"{"type":"present","route":"cup"}"#]),
  ]

  @Test("Performing an available action has the outcome that the list states", arguments: situations.indices)
  func truth(index: Int) async throws {
    let (app, actions) = Self.situations[index]
    let harness = try await openAPI(.inProcess, apps: BuiltInApps.apps + [TimerTestApp.app])
    let session = try await harness.session(of: app)
    for action in actions { #expect(try await harness.send("POST", session + "/actions", action).status == 200) }
    for item in try await items(harness, session) where item["needs"] == nil {
      // The action is sent to a fork, which has the same state.
      let copy = try #require(try await harness.send("POST", session + "/fork", "{}")["Location"])
      let answer = try await harness.send("POST", copy + "/actions", item["action"]?.text).json()
      #expect(item["allowed"] == .bool(answer["code"] == nil), "\(item.text)")
      #expect(item["code"] == answer["code"], "\(item.text)")
      #expect(item["changes"] == answer["changed"], "\(item.text)")
    }
  }

  @Test("Reading the available actions changes nothing and consumes no id")
  func harmless() async throws {
    let harness = try await openAPI(.inProcess, apps: BuiltInApps.apps)
    for app in BuiltInApps.apps.map(\.name) {
      let (session, other) = (try await harness.session(of: app), try await harness.session(of: app))
      let former = try await harness.send("GET", session).text
      _ = try await items(harness, session)
      #expect(try await harness.send("GET", session).text == former)
      #expect(try await harness.send("GET", session + "/history").json()["items"] == [])
      #expect(try await harness.send("GET", session + "/timers").json()["items"] == [])
      for action in ["push", "increment", "openModal"] {
        let body = #"{"type":"\#(action)"}"#
        var states: [JSONValue?] = []
        for path in [session, other] {
          _ = try await harness.send("POST", path + "/actions", body)
          states.append(try await harness.send("GET", path).json()["navigation"])
        }
        #expect(states[0] == states[1])
      }
    }
  }

  private static let shop =
    #"{"app": "shop", "version": 1, "root": {"kind": "tabs", "routes": ["browse", "cart"]}, "routes": {"#
    + #""browse": {"content": {"kind": "stack", "routes": ["catalog", "product"]}}, "catalog": {"to": ["product"]}, "#
    + #""product": {"params": {"id": "string", "size": "integer?", "color": "string"}, "#
    + #""initialParams": {"color": "red"}, "to": [], "identity": "id"}, "cart": {}, "#
    + #""signIn": {"as": "sheet"}}}"#

  @Test("An action with missing fields lists them under `needs` and stays allowed", arguments: Way.allCases)
  func needs(way: Way) async throws {
    let harness = try await openAPI(way, apps: BuiltInApps.apps)
    _ = try await harness.send("PUT", "/v1/apps/shop", Self.shop)
    let session = try await harness.session(of: "shop")
    func item(_ action: String) async throws -> JSONValue? {
      try await items(harness, session).first { $0["action"]?.text == action }
    }
    let push = #"{"type":"push","route":"product"}"#
    #expect(try await item(push)?.text == #"{"action":\#(push),"allowed":true,"needs":["/params/id"]}"#)
    #expect(try await item(#"{"type":"setState"}"#)?["needs"] == ["/state"])
    #expect(try await item(#"{"type":"present","route":"signIn"}"#)?["code"] == "destination-not-allowed")
    _ = try await harness.send("POST", session + "/push", #"{"route":"product","params":{"id":"7"}}"#)
    // The current state refuses this action for all values of its fields.
    #expect(try await item(push)?["code"] == "destination-not-allowed")
    #expect(try await item(push)?["allowed"] == false)
    let tab = try await items(harness, session).filter { $0["action"]?["type"] == "select" }
    #expect(tab.map { $0["changes"] } == [false, true])
    #expect(tab.allSatisfy { $0["action"]?["target"] == "root" && $0["action"]?["id"] != nil })
  }

  @Test("The available actions match the kind of the root container", arguments: ["tabs", "drawer", "pages", "switch"])
  func kinds(kind: String) async throws {
    let harness = try await openAPI(.inProcess)
    let definition =
      #"{"app": "shop", "version": 1, "root": {"kind": "\#(kind)", "routes": ["a", "b"]}, "routes": {"a": {}, "b": {}}}"#
    _ = try await harness.send("PUT", "/v1/apps/shop", definition)
    let session = try await harness.session(of: "shop")
    let types = try await items(harness, session).filter { $0["action"]?["target"] == "root" }
      .map { $0["action"]?["type"]?.stringValue ?? "" }
    #expect(
      types
        == [
          "tabs": ["select", "select", "selectPrevious", "selectNext"],
          "drawer": ["select", "select", "openDrawer", "closeDrawer"],
          "pages": ["select", "select", "selectPrevious", "selectNext"], "switch": ["switchTo", "switchTo"],
        ][kind])
  }

  @Test("The list of available actions is truncated after 256 items")
  func limit() async throws {
    let harness = try await openAPI(.inProcess)
    let names = (0..<400).map { "r\($0)" }
    let routes = names.map { #""\#($0)": {}"# }.joined(separator: ",")
    let list = names.map { "\"\($0)\"" }.joined(separator: ",")
    let definition = #"{"app":"shop","version":1,"root":{"kind":"pages","routes":[\#(list)]},"routes":{\#(routes)}}"#
    #expect(try await harness.send("PUT", "/v1/apps/shop", definition).status == 201)
    let answer = try await harness.send("GET", try await harness.session(of: "shop") + "/available").json()
    #expect(answer["truncated"] == true)
    #expect(answer["items"]?.arrayValue?.count == 256)
    let counter = try await harness.send("GET", try await harness.session() + "/available").json()
    #expect(counter["truncated"] == false)
  }

  @Test("Available actions respond 304 at the same revision and 404 for an unknown session", arguments: Way.allCases)
  func tags(way: Way) async throws {
    let (harness, session) = try await openSession(way)
    #expect(try await harness.send("GET", session + "/available", nil, "If-None-Match: \"1\"").status == 304)
    _ = try await harness.send("POST", session + "/push")
    #expect(try await harness.send("GET", session + "/available", nil, "If-None-Match: \"1\"").status == 200)
    let unknown = "/v1/sessions/s_AAAAAAAAAAAAAAAAAAAAAA/available"
    try expectProblem(try await harness.send("GET", unknown), 404, "no-such-session")
  }
}
