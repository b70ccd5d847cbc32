import JSON
import Testing

@Suite("Actions whose source is gone", .closesAPIs)
struct ReopeningTests {
  private static let app = #"""
    {"app": "shop", "version": 1, "data": {"closed": false, "entered": 0},
     "root": {"kind": "tabs", "routes": ["one", "two"], "initial": "one"},
     "actions": {"close": {"do": {"set": {"data.closed": "true"}}}},
     "routes": {
       "one": {"content": {"kind": "stack", "routes": ["a", "b", "c", "form"], "initial": "a"}},
       "two": {"content": {"kind": "stack", "routes": ["a", "c"], "initial": "a"}},
       "a": {"to": ["b", "c", "form"]}, "c": {"to": ["c"]}, "form": {"leave": {"when": "false", "message": "Discard?"}},
       "b": {"params": {"id": "string"}, "state": {"count": 0}, "guard": {"when": "!data.closed", "message": "Closed."},
         "onEnter": {"set": {"data.entered": "data.entered + 1"}},
         "timers": {"tick": {"after": "PT9S", "action": {"type": "inc"}}},
         "actions": {"inc": {"do": {"set": {"state.count": "state.count + 1"}}}}}}}
    """#

  /// Passes a session and the id of a screen `b` that was removed after the actions.
  private func openGone(
    _ actions: String = #"{"type": "inc"}, {"type": "pop"}"#
  ) async throws -> (harness: APIHarness, session: String, id: String) {
    let harness = try await openAPI(.inProcess)
    #expect(try await harness.send("PUT", "/v1/apps/shop", Self.app).status == 201)
    let session = try await harness.session(of: "shop")
    let pushed = try await harness.send("POST", session + "/push", #"{"route": "b", "params": {"id": "7"}}"#).json()
    let id = try #require(pushed["session"]?["current"]?["id"]?.stringValue)
    let left = try await harness.send("POST", session + "/actions", #"{"actions": [{"type": "inc"}, \#(actions)]}"#)
    #expect(left.status == 200, "\(left.text)")
    return (harness, session, id)
  }

  private func tab(_ number: Int, of answer: Answer) throws -> [JSONValue] {
    try answer.json()["session"]?["navigation"]?["screens"]?.arrayValue?[number]["content"]?["screens"]?.arrayValue
      ?? []
  }

  @Test("The source has the params with which it left, without initial ones that it had lost")
  func initialParams() async throws {
    let harness = try await openAPI(.inProcess)
    let app =
      #"{"app": "p", "version": 1, "root": {"kind": "stack", "routes": ["x", "p"]}, "routes": {"x": {}, "#
      + #""p": {"identity": "id", "initialParams": {"id": "a"}}}}"#
    #expect(try await harness.send("PUT", "/v1/apps/p", app).status == 201)
    let session = try await harness.session(of: "p")
    for body in [
      #"{"type": "push", "route": "p", "params": {"id": "7"}}"#, #"{"type": "replaceParams", "params": {}}"#,
      #"{"type": "pop"}"#, #"{"type": "push", "route": "p"}"#,
    ] { #expect(try await harness.send("POST", session + "/actions", body).status == 200) }
    let again = #"{"type": "setParams", "params": {"q": 1}, "source": "a2", "ifGone": "reopen"}"#
    let answer = try await harness.send("POST", session + "/actions", again)
    #expect(try answer.json()["session"]?["current"]?["params"] == ["q": 1], "\(answer.text)")
  }

  @Test("The source is made again with its params and the state with which it left, and the action acts from there")
  func reopening() async throws {
    let (harness, session, id) = try await openGone()
    let inc = #"{"type": "inc", "source": "\#(id)", "ifGone": "reopen"}"#
    try expectProblem(
      try await harness.send("POST", session + "/actions", #"{"type": "inc", "source": "\#(id)"}"#), 409,
      "screen-gone")
    let answer = try await harness.send("POST", session + "/actions", inc)
    let screen = try #require(try tab(0, of: answer).last)
    #expect(screen["route"] == "b" && screen["params"] == ["id": "7"] && screen["state"] == ["count": 3])
    #expect(screen["id"] != .string(id))
    #expect(try answer.json()["revision"] == 4 && answer.json()["session"]?["data"]?["entered"] == 2)
    let timers = try await harness.send("GET", session + "/timers").json()["items"]?.arrayValue
    #expect(timers?.map { $0["screen"] } == [screen["id"]])
    let again = try await harness.send("POST", session + "/actions", inc)
    #expect(try tab(0, of: again).map { $0["route"] } == ["a", "b", "b"])
    let undone = try await harness.send("POST", session + "/undo", #"{"steps": 2}"#)
    #expect(try tab(0, of: undone).map { $0["route"] } == ["a"])
  }

  @Test("Its stack comes to the front, whatever lies over it, and later actions of a batch mean the new screen")
  func front() async throws {
    let actions = ["pop", "push\", \"route\": \"c", "select\", \"route\": \"two", "present\", \"route\": \"c"]
    let left = actions.map { "{\"type\": \"\($0)\"}" }.joined(separator: ", ")
    let (harness, session, id) = try await openGone(left)
    let batch = #"""
      {"actions": [{"type": "inc", "source": "\#(id)", "ifGone": "reopen"}, {"type": "inc", "source": "\#(id)"},
        {"type": "push", "route": "c", "source": "\#(id)", "ifGone": "reopen"}, {"type": "remove", "id": "\#(id)"}]}
      """#
    let answer = try await harness.send("POST", session + "/actions", batch)
    #expect(try tab(0, of: answer).map { $0["route"] } == ["a", "c", "c"], "\(answer.text)")
    #expect(try answer.json()["session"]?["navigation"]?["selected"] == 0)
  }

  @Test("A screen that a batch has made again and removed is made again by its later actions")
  func again() async throws {
    let (harness, session, id) = try await openGone()
    let batch = ["pop", "inc"].map { #"{"type": "\#($0)", "source": "\#(id)", "ifGone": "reopen"}"# }
    let answer = try await harness.send(
      "POST", session + "/actions", #"{"actions": [\#(batch.joined(separator: ", "))]}"#)
    #expect(try tab(0, of: answer).last?["state"] == ["count": 3], "\(answer.text)")
  }

  @Test("A guard refuses it, and a screen that was reset away is made again, but none that never was")
  func limits() async throws {
    let reset = #"{"type": "reset", "navigation": {"screens": [{"route": "a"}]}, "target": "a2"}"#
    let (harness, session, id) = try await openGone(#"{"type": "inc"}"#)
    let navigation = try await harness.send("GET", session).json()["navigation"]
    let stack = try #require(navigation?["screens"]?.arrayValue?.first?["content"]?["id"]?.stringValue)
    let gone = try await harness.send("POST", session + "/actions", reset.replacing("a2", with: stack))
    #expect(gone.status == 200, "\(gone.text)")
    let push = #"{"route": "c", "source": "\#(id)", "ifGone": "reopen"}"#
    let dry = try await harness.send("POST", session + "/push?dryRun=1", push)
    #expect(
      try tab(0, of: dry).map { $0["route"] } == ["a", "b", "c"] && tab(0, of: dry)[1]["state"] == ["count": 2])
    for (body, status, code) in [
      (#"{"route": "c", "source": "a999", "ifGone": "reopen"}"#, 409, "screen-gone"),
      (#"{"route": "c", "source": "\#(id)", "ifGone": "perhaps"}"#, 422, "bad-field"),
      (#"{"route": "c", "ifGone": "reopen"}"#, 422, "missing-field"),
    ] {
      try expectProblem(try await harness.send("POST", session + "/push", body), status, code)
    }
    _ = try await harness.send("POST", session + "/close")
    try expectProblem(try await harness.send("POST", session + "/push", push), 409, "guarded")
  }

  @Test("A screen that asks before it is left, and lies over the stack, needs a confirmation")
  func leave() async throws {
    let (harness, session, id) = try await openGone(#"{"type": "pop"}, {"type": "present", "route": "form"}"#)
    let form = try await harness.send("GET", session).json()["current"]?["id"]?.stringValue ?? ""
    // A backend is not asked.
    let made = try await harness.send("POST", session + "/tokens", #"{"role": "act"}"#).json()
    let token = try #require(made["token"]?.stringValue)
    func inc(_ more: String) async throws -> Answer {
      let action = #"{"type": "inc", "source": "\#(id)", "ifGone": "reopen"\#(more)}"#
      return try await harness.send("POST", session + "/actions", action, bearer(token))
    }
    try expectProblem(try await inc(""), 409, "confirmation-needed")
    #expect(try await inc(#", "confirmed": ["\#(form)"]"#).status == 200)
  }
}
