import JSON
import Testing

@Suite("Guards and hooks of screens that are made again", .closesAPIs)
struct ReopenedGuardTests {
  private static let app = #"""
    {"app": "gl", "version": 1, "data": {"ok": true, "fleeting": false},
     "root": {"kind": "stack", "routes": ["home", "form", "signIn"]},
     "actions": {"signOut": {"do": {"set": {"data.ok": "false"}}}, "signedIn": {"do": {"set": {"data.ok": "true"}}},
       "flee": {"do": {"set": {"data.fleeting": "true"}}}, "audit": {"by": "backend", "do": {"set": {"data.ok": "true"}}}},
     "routes": {"home": {}, "signIn": {"as": "sheet"},
       "info": {"as": "sheet", "content": {"kind": "stack", "initial": "home"}},
       "form": {"state": {"n": 0}, "guard": {"when": "data.ok", "resume": true, "else": {"type": "present", "route": "signIn"}},
         "onEnter": {"if": "data.fleeting", "then": {"type": "pop"}},
         "actions": {"inc": {"do": {"set": {"state.n": "state.n + 1"}}}}}}}
    """#

  /// Passes a session whose screen `a2` has left, after actions of the app.
  private func openGone(
    _ actions: String..., app: String = app
  ) async throws -> (harness: APIHarness, session: String) {
    let harness = try await openAPI(.inProcess)
    #expect(try await harness.send("PUT", "/v1/apps/gl", app).status == 201)
    let session = try await harness.session(of: "gl")
    let pushed = try await harness.send("POST", session + "/push", #"{"route": "form"}"#).json()
    #expect(pushed["session"]?["current"]?["id"] == "a2")
    for action in ["pop"] + actions { #expect(try await harness.send("POST", session + "/" + action).status == 200) }
    return (harness, session)
  }

  private static let setting: JSONValue =
    ["type": "setParams", "params": ["text": "secret draft"], "source": "a2", "ifGone": "reopen"]

  @Test(
    "An action whose source's guard leads elsewhere does not act there, and becomes the intent",
    arguments: [
      setting, ["type": "remove", "id": "a2", "source": "a2", "ifGone": "reopen"],
      ["type": "pop", "result": 1, "source": "a2", "ifGone": "reopen"],
      ["type": "replace", "route": "home", "source": "a2", "ifGone": "reopen"],
      ["type": "setState", "state": ["n": 5], "source": "a2", "ifGone": "reopen"],
      ["type": "push", "route": "home", "source": "a2", "ifGone": "reopen"],
      ["type": "inc", "source": "a2", "ifGone": "reopen"],
    ], ["present", "push"])
  func intent(action: JSONValue, way: String) async throws {
    let app = Self.app.replacing(#""else": {"type": "present""#, with: #""else": {"type": "\#(way)""#)
      .replacing(#"{"as": "sheet"}"#, with: way == "push" ? "{}" : #"{"as": "sheet"}"#)
    let (harness, session) = try await openGone("signOut", app: app)
    let answer = try await harness.send("POST", session + "/actions", action.text)
    let current = try answer.json()["session"]?["current"]
    #expect(answer.status == 200 && current?["route"] == "signIn", "\(answer.text)")
    #expect(current?["params"] == [:] && current?["state"] == [:] && current?["intent"] == action)
    #expect(try answer.json()["session"]?["navigation"]?["screens"]?.arrayValue?.count == (way == "push" ? 2 : 1))
  }

  @Test("A screen that is removed as soon as it is made again refuses the action, and nothing changes")
  func fleeting() async throws {
    let (harness, session) = try await openGone("flee")
    let before = try await harness.send("GET", session).text
    try expectProblem(
      try await harness.send("POST", session + "/actions", Self.setting.text), 409, "screen-gone")
    #expect(try await harness.send("GET", session).text == before)
  }

  private static let back = #"{"actions": [{"type": "signedIn"}, {"type": "dismiss", "result": true}]}"#

  @Test("The intent is carried out with the screen that is made again, in a batch or later", arguments: [true, false])
  func resumed(inBatch: Bool) async throws {
    let (harness, session) = try await openGone("signOut")
    let first = inBatch ? #"{"actions": [\#(Self.setting.text), {"type": "signOut"}]}"# : Self.setting.text
    #expect(try await harness.send("POST", session + "/actions", first).status == 200)
    let answer = try await harness.send("POST", session + "/actions", Self.back)
    let current = try answer.json()["session"]?["current"]
    #expect(current?["route"] == "form" && current?["params"] == ["text": "secret draft"], "\(answer.text)")
    #expect(try answer.json()["session"]?["navigation"]?["screens"]?.arrayValue?.count == 2)
  }

  @Test("An intent does no more than its sender may")
  func backendOnly() async throws {
    let (harness, session) = try await openGone("signOut")
    let made = try await harness.send("POST", session + "/tokens", #"{"role": "act"}"#).json()
    let act = bearer(try #require(made["token"]?.stringValue))
    let audit = #"{"type": "audit", "source": "a2", "ifGone": "reopen"}"#
    #expect(try await harness.send("POST", session + "/actions", audit, act).status == 200)
    let answer = try await harness.send("POST", session + "/actions", Self.back, act)
    #expect(try answer.json()["refused"]?["code"] == "backend-only", "\(answer.text)")
  }

  @Test("A screen that is made again twice in a batch has the second time the state with which it left the first time")
  func twice() async throws {
    let (harness, session) = try await openGone()
    let inc = #"{"type": "inc", "source": "a2", "ifGone": "reopen"}"#
    let batch = #"{"actions": [\#(inc), {"type": "pop"}, \#(inc)]}"#
    let answer = try await harness.send("POST", session + "/actions", batch)
    #expect(try answer.json()["session"]?["current"]?["state"] == ["n": 2], "\(answer.text)")
    let next = #"{"actions": [{"type": "inc"}, {"type": "pop"}, {"type": "inc", "source": "ID", "ifGone": "reopen"}]}"#
    let id = try #require(answer.json()["session"]?["current"]?["id"]?.stringValue)
    let last = try await harness.send("POST", session + "/actions", next.replacing("ID", with: id))
    #expect(try last.json()["session"]?["current"]?["state"] == ["n": 4], "\(last.text)")
  }

  @Test("A refusal names only what the client knows")
  func texts() async throws {
    let (harness, session) = try await openGone()
    #expect(try await harness.send("POST", session + "/present", #"{"route": "info"}"#).status == 200)
    let navigation = try await harness.send("GET", session).json()["navigation"]
    let sheet = navigation?["presented"]?.arrayValue?.first?["screen"] ?? navigation?["presented"]?.arrayValue?.first
    let inner = try #require(sheet?["content"]?["id"]?.stringValue)
    let push = #"{"route": "form", "source": "a2", "target": "\#(inner)", "ifGone": "reopen"}"#
    let target = try await harness.send("POST", session + "/push", push)
    try expectProblem(target, 409, "not-in-target")
    let detail = try target.json()["detail"]?.stringValue
    #expect(detail == #"The screen "a2" is gone and would be made again in "root", not in "\#(inner)"."#)
    let container = try await harness.send(
      "POST", session + "/push", #"{"route": "home", "source": "root", "ifGone": "reopen"}"#)
    try expectProblem(container, 409, "screen-gone")
    #expect(try container.json()["detail"]?.stringValue?.hasPrefix(#""root" is a container"#) == true)
  }
}
