import ExampleApps
import HTTP
import JSON
import Navigation
import Synchronization
import TestSupport
import Testing

@testable import API

@Suite("Agents", .closesAPIs)
struct AgentTests {
  static let sessionRoute = "/mcp/apps/{app}/sessions/{sessionKey}"

  private static let definition = #"""
    {"app": "desk", "version": 1, "data": {"notes": []}, "root": {"kind": "stack", "initial": "home"},
     "actions": {
       "add": {"description": "Writes a note.", "args": {"text": {"type": "string", "description": "The note."}, "mark": "string?"},
               "when": "data.notes.size() < 1", "message": "The pad is full.", "do": {"append": {"data.notes": "args.text"}}},
       "look": {"by": "backend", "do": {"set": {"data.notes": "['seen']"}}}},
     "routes": {"home": {}, "info": {"as": "sheet", "actions": {"shut": {"do": {"type": "dismiss"}}}}}}
    """#

  static func initialize(_ harness: APIHarness, _ path: String, _ line: String = "Accept: */*") async throws -> Answer {
    let params = #"{"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}"#
    return try await harness.send("POST", path, message("initialize", params), line)
  }

  private static func message(_ method: String, _ params: String) -> String {
    #"{"jsonrpc": "2.0", "id": 7, "method": "\#(method)", "params": \#(params)}"#
  }

  /// The result of a method; its error if it has none.
  private func result(
    _ harness: APIHarness, _ method: String, _ params: String = "{}", at path: String = "/mcp",
    _ line: String = "Accept: */*"
  ) async throws -> JSONValue {
    let json = try await harness.send("POST", path, Self.message(method, params), line).json()
    return json["result"] ?? json["error"] ?? json
  }

  private func call(
    _ harness: APIHarness, _ tool: String, _ arguments: String = "{}", at path: String = "/mcp",
    _ line: String = "Accept: */*"
  ) async throws -> JSONValue {
    try await result(harness, "tools/call", #"{"name": "\#(tool)", "arguments": \#(arguments)}"#, at: path, line)
  }

  private func openDesk(_ way: Way = .inProcess) async throws -> (harness: APIHarness, path: String, session: String) {
    let harness = try await openAPI(way)
    _ = try await harness.send("PUT", "/v1/apps/desk", Self.definition)
    let session = try await harness.session(#"{"app": "desk", "key": "a/b"}"#).path
    return (harness, "/mcp/apps/desk/sessions/a%2Fb", session)
  }

  @Test("A tool answers as the request of the same name, with its text and its JSON", arguments: Way.allCases)
  func tools(way: Way) async throws {
    let (harness, path, session) = try await openDesk(way)
    let address = #"{"app": "desk", "key": "a/b"}"#
    let look = try await call(harness, "look", address)
    #expect(look["isError"] == false)
    #expect(look["structuredContent"]?["path"] == ["home"])
    #expect(try JSONValue(parsing: look["content"]?[0]?["text"]?.stringValue ?? "") == look["structuredContent"])
    let act =
      #"{"session": "\#(session.split(separator: "/").last ?? "")", "action": {"type": "present", "route": "info"}}"#
    #expect(try await call(harness, "plan", act)["structuredContent"]?["session"]?["path"] == ["home", "info"])
    #expect(try await call(harness, "act", act)["structuredContent"]?["revision"] == 2)
    let over = try await call(harness, "look", at: path)["structuredContent"]?["over"]
    #expect(over?[0]?["style"] == "sheet" && over?[0]?["route"] == "info" && over?[1] == nil)
    let undone = try await call(harness, "undo", address)
    #expect(undone["structuredContent"]?["session"]?["path"] == ["home"])
    let page = try await call(harness, "history", #"{"app": "desk", "key": "a/b", "after": 2}"#)
    #expect(page["structuredContent"]?["items"]?.arrayValue?.count == 1)
  }

  @Test("The tools at the URL of a session are those of every session and the app's own where it is")
  func ownTools() async throws {
    let (harness, path, session) = try await openDesk()
    func names() async throws -> [String] {
      (try await result(harness, "tools/list", at: path)["tools"]?.arrayValue ?? []).compactMap {
        $0["name"]?.stringValue
      }
    }
    let general = ["look", "available_actions", "act", "plan", "undo", "history"]
    #expect(try await names() == general + ["add", "app_look"])
    _ = try await harness.send("POST", session + "/actions", #"{"type": "present", "route": "info"}"#)
    #expect(try await names() == general + ["shut", "add", "app_look"])
    let add = try await result(harness, "tools/list", at: path)["tools"]?[7]
    #expect(add?["description"] == "Writes a note.")
    #expect(
      add?["inputSchema"] == [
        "type": "object",
        "properties": [
          "text": ["type": "string", "description": "The note."], "mark": ["type": ["string", "null"]],
        ],
        "required": ["text"], "additionalProperties": false,
      ])
    let added = try await call(harness, "add", #"{"text": "x"}"#, at: path)
    #expect(added["structuredContent"]?["session"]?["data"] == ["notes": ["x"]])
    let seen = try await call(harness, "app_look", at: path)
    #expect(seen["structuredContent"]?["session"]?["data"] == ["notes": ["seen"]])
  }

  @Test("What only a backend may do is no tool of others")
  func toolsOfBackends() async throws {
    let harness = try await openAPIWithTokens(.inProcess)
    _ = try await harness.send("PUT", "/v1/apps/desk", Self.definition, admin)
    let own = try await harness.session(#"{"app": "desk", "key": "k"}"#, admin).token
    func names(_ line: String) async throws -> [String] {
      let tools = try await result(harness, "tools/list", at: "/mcp/apps/desk/sessions/k", line)["tools"]
      return (tools?.arrayValue ?? []).compactMap { $0["name"]?.stringValue }
    }
    #expect(try await names(admin).suffix(2) == ["add", "app_look"])
    #expect(try await names(bearer(own)).last == "add")
  }

  @Test("The name of a tool leads to one action, also where an action has the name of a tool with the prefix")
  func names() {
    let types = ["look", "app_look", "app_app_look", "app", "add"]
    let names = types.map { OwnTool(ActionSchema($0))?.json["name"]?.stringValue ?? "" }
    #expect(names == ["app_look", "app_app_look", "app_app_app_look", "app", "add"])
    #expect(names.map(OwnTool.action(named:)) == types)
    #expect(OwnTool.action(named: "look") == nil && OwnTool.action(named: "push") == nil)
  }

  @Test("An action whose name is not that of a tool is none, and is sent by `act`")
  func unusualNames() async throws {
    let (harness, path, _) = try await openDesk()
    let unusual = ["weird.name/x", "über", String(repeating: "x", count: 129)]
    let actions = (unusual + ["a.b-c_D1"]).map { #""\#($0)": {"do": []}, "# }.joined()
    let named = Self.definition.replacing(#""version": 1"#, with: #""version": 2"#)
      .replacing(#""look": {"by"#, with: actions + #""look": {"by"#)
    #expect(try await harness.send("PUT", "/v1/apps/desk", named).status == 201)
    _ = try await harness.session(#"{"app": "desk", "key": "new"}"#)
    let own = path.replacing("a%2Fb", with: "new")
    let tools = try await result(harness, "tools/list", at: own)["tools"]?.arrayValue ?? []
    #expect(tools.dropFirst(6).map { $0["name"] } == ["a.b-c_D1", "add", "app_look"])
    for name in unusual {
      #expect(try await call(harness, name, at: own)["code"] == -32_602)
      let done = try await call(harness, "act", #"{"action": {"type": "\#(name)"}}"#, at: own)
      #expect(done["isError"] == false, "\(done)")
    }
  }

  @Test("A refusal is a result with `isError` and the detail")
  func refusals() async throws {
    let (harness, path, _) = try await openDesk()
    _ = try await call(harness, "add", #"{"text": "x"}"#, at: path)
    for (tool, arguments, detail) in [
      ("add", #"{"text": "y"}"#, "The pad is full."), ("add", "{}", "`text`"), ("shut", "{}", "`shut`"),
      ("act", #"{"action": {"type": "pop"}}"#, "pop"), ("act", "{}", "`act` requires `action`."),
      ("look", #"{"sesion": 1}"#, "`look` has no argument \"sesion\"; it takes none."),
      ("history", #"{"limit": "x"}"#, "`limit` must be of type integer; it is \"x\"."), ("fly", "{}", "\"fly\""),
    ] {
      let result = try await call(harness, tool, arguments, at: path)
      #expect(result["isError"] == true)
      #expect(result["content"]?[0]?["text"]?.stringValue?.contains(detail) == true, "\(result)")
    }
    let pathless = try await call(harness, "look", #"{"app": "desk"}"#)
    #expect(pathless["content"]?[0]?["text"] == "`look` requires `session`, the id of a session, or `app` and `key`.")
    for (arguments, name) in [
      (#"{"session": ""}"#, "session"), (#"{"app": "desk", "key": ""}"#, "key"), (#"{"app": "", "key": "x"}"#, "app"),
    ] {
      let empty = try await call(harness, "look", arguments)
      #expect(empty["isError"] == true && empty["content"]?[0]?["text"] == .string("`\(name)` must not be empty."))
    }
    let unknown = try await call(harness, "look", #"{"session": "../x?y"}"#)
    #expect(unknown["structuredContent"]?["code"] == "no-such-session")
    #expect(try await call(harness, "fly")["code"] == -32_602)
  }

  @Test(
    "Hostile messages are refused, and the server goes on",
    arguments: [
      ("[]", 400, -32_600), (#"[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]"#, 400, -32_600), ("7", 400, -32_600),
      (#"{"jsonrpc": "1.0", "id": 1, "method": "ping"}"#, 400, -32_600),
      (#"{"jsonrpc": "2.0", "id": null, "method": "ping"}"#, 400, -32_600),
      (#"{"jsonrpc": "2.0", "id": {}, "method": "ping"}"#, 400, -32_600),
      (#"{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}"#, 400, -32_600),
      (#"{"jsonrpc": "2.0", "id": 1, "method": 7}"#, 400, -32_600), (#"{"jsonrpc": "2.0", "id": 1}"#, 400, -32_600),
      (#"{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": []}"#, 400, -32_600),
      (message("tools/fly", "{}"), 200, -32_601), (message("tools/call", "{}"), 200, -32_602),
      (message("tools/call", #"{"name": "look", "arguments": []}"#), 200, -32_602),
      (message("resources/read", #"{"uri": "file:///etc/passwd"}"#), 200, -32_602),
      (message("resources/read", #"{"uri": "navstate://sessions/"}"#), 200, -32_602),
      (message("resources/read", #"{"uri": "navstate://sessions/../admin/backups"}"#), 200, -32_002),
      (message("resources/subscribe", "{}"), 200, -32_600), (message("server/discover", "{}"), 200, -32_601),
    ])
  func hostile(body: String, status: Int, code: Int64) async throws {
    let harness = try await openAPI(.inProcess)
    let answer = try await harness.send("POST", "/mcp", body)
    #expect(answer.status == status)
    #expect(try answer.json()["error"]?["code"] == .integer(code), "\(answer.text)")
    #expect(try await result(harness, "ping") == [:])
  }

  @Test("A message as deep as none may be is refused as JSON, and one without an id is taken without an answer")
  func edges() async throws {
    let harness = try await openAPI(.inProcess)
    let deep = Self.message(
      "ping", #"{"a": "# + String(repeating: "[", count: 999) + String(repeating: "]", count: 999) + "}")
    try expectProblem(try await harness.send("POST", "/mcp", deep), 400, "bad-json")
    for body in [
      #"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#, #"{"jsonrpc": "2.0", "id": 1, "result": {}}"#,
    ] {
      #expect(try await harness.send("POST", "/mcp", body).status == 202)
    }
    let version = try await harness.send(
      "POST", "/mcp", Self.message("ping", "{}"), "MCP-Protocol-Version: 1999-01-01")
    #expect(version.status == 400)
    #expect(try version.json()["error"]?["data"]?["supported"]?[2] == "2026-07-28")
  }

  @Test("A version that is not served, as that with batches, is answered with the newest one that has `initialize`")
  func negotiation() async throws {
    let harness = try await openAPI(.inProcess)
    for (asked, answered) in [
      ("2025-03-26", "2025-11-25"), ("2024-11-05", "2025-11-25"), ("2025-06-18", "2025-06-18"),
      ("2026-07-28", "2025-11-25"),
    ] {
      let result = try await result(harness, "initialize", #"{"protocolVersion": "\#(asked)"}"#)
      #expect(result["protocolVersion"] == .string(answered))
    }
  }

  @Test("A request of the revision without sessions names its version, and its results are complete")
  func stateless() async throws {
    let harness = try await openAPI(.inProcess)
    let meta = #"{"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}}"#
    let field = "MCP-Protocol-Version: 2026-07-28"
    let found = try await result(harness, "server/discover", meta, field)
    #expect(found["resultType"] == "complete" && found["ttlMs"] == 0 && found["cacheScope"] == "private")
    #expect(found["supportedVersions"] == ["2025-06-18", "2025-11-25", "2026-07-28"])
    #expect(try await result(harness, "tools/list", "{}", field)["code"] == -32_602)
    #expect(try await result(harness, "tools/list", meta)["code"] == -32_020)
    let other = try await harness.send("POST", "/mcp", Self.message("ping", meta), field, "Mcp-Method: tools/call")
    #expect(try other.status == 400 && other.json()["error"]?["code"] == -32_020)
    #expect(try await harness.send("POST", "/mcp", Self.message("tools/fly", meta), field).status == 404)
  }

  @Test("Sessions of tokens that belong to nothing end others of the same address, and none of a known credential")
  func unknownTokens() {
    let time = Atomic<Int64>(0)
    let sessions = AgentSessions(elapsed: { time.wrappingAdd(1, ordering: .relaxed).newValue })
    let known = sessions.begin(for: [1], of: [1], at: "/mcp")
    let first = sessions.begin(for: [0], of: [9], at: "/mcp")
    for number in 0..<9_000 { _ = sessions.begin(for: Array("\(number)".utf8), of: [9], at: "/mcp") }
    #expect(sessions.find(known.id, of: [1], at: "/mcp") != nil)
    #expect(sessions.find(first.id, of: [0], at: "/mcp") == nil)
  }

  @Test("A session of the transport belongs to one path and one credential, and ends when it is idle or deleted")
  func sessions() async throws {
    let harness = try await openAPIWithTokens(.inProcess)
    let begun = try await Self.initialize(harness, "/mcp", bearer(AuthorizationTests.admin))
    let field = "Mcp-Session-Id: " + (begun["Mcp-Session-Id"] ?? "")
    let token = try await harness.session(#"{"app": "counter"}"#, bearer(AuthorizationTests.admin)).token
    func code(_ line: String, _ path: String = "/mcp") async throws -> JSONValue? {
      try await harness.send("POST", path, Self.message("ping", "{}"), line, field).json()["code"]
    }
    let admin = bearer(AuthorizationTests.admin)
    #expect(try await code(admin) == nil)
    #expect(try await code(bearer(token)) == "no-such-mcp-session")
    #expect(try await code(admin, "/mcp/apps/counter/sessions/x") == "no-such-mcp-session")
    harness.clock.advance(1_700_000)
    #expect(try await code(admin) == nil)
    harness.clock.advance(1_900_000)
    #expect(try await code(admin) == "no-such-mcp-session")
    try expectProblem(try await harness.send("DELETE", "/mcp", nil, admin), 400, "no-mcp-session-id")
  }

  @Test("A token that has ended gets 401 with each message and method, also where no session is named")
  func endedTokens() async throws {
    let harness = try await openAPIWithTokens(.inProcess)
    let (session, own) = try await harness.session(
      #"{"app": "counter", "key": "k"}"#, bearer(AuthorizationTests.admin))
    let made = try await harness.send("POST", session + "/tokens", #"{"role": "act"}"#, bearer(own)).json()
    let line = bearer(made["token"]?.stringValue ?? "")
    let paths = ["/mcp", "/mcp/apps/counter/sessions/k"]
    for path in paths {
      for token in [line, bearer(own)] { #expect(try await Self.initialize(harness, path, token).status == 200) }
    }
    _ = try await harness.send("DELETE", session + "/tokens/" + (made["id"]?.stringValue ?? ""), nil, bearer(own))
    for path in paths {
      let calls = ["initialize", "ping", "tools/list", "tools/call"].map { ("POST", Self.message($0, "{}")) }
      for (method, body) in calls + [("GET", nil), ("DELETE", nil)] as [(String, String?)] {
        let refused = try await harness.send(method, path, body, line)
        try expectProblem(refused, 401, "token-expired")
        #expect(refused["WWW-Authenticate"] == #"Bearer error="invalid_token""#)
      }
      #expect(try await Self.initialize(harness, path, bearer(own)).status == 200)
    }
  }

  @Test("A stream tells an agent when the session or its tools change")
  func stream() async throws {
    let (harness, path, session) = try await openDesk()
    let field = "Mcp-Session-Id: " + (try await Self.initialize(harness, path)["Mcp-Session-Id"] ?? "")
    let stream = try #require(try await InProcessClient(api: harness.api).listen(path, field))
    let uri = "navstate://sessions/\(session.split(separator: "/").last ?? "")"
    #expect(try await result(harness, "resources/subscribe", #"{"uri": "\#(uri)"}"#, at: path, field) == [:])
    _ = try await harness.send("POST", session + "/actions", #"{"type": "present", "route": "info"}"#)
    let events = await stream.events(2).sorted()
    #expect(events[0].contains(#""notifications/resources/updated","params":{"uri":"\#(uri)"}"#))
    #expect(events[1].contains("notifications/tools/list_changed"))
    #expect(try await harness.send("GET", session + "/listeners").json()["items"]?.arrayValue?.count == 2)
    #expect(try await harness.send("DELETE", path, nil, field).status == 204)
    #expect(try await harness.send("GET", session + "/listeners").json()["items"] == [])
  }

  @Test("A call has the idempotency key and the lease of its message, and a history the id and the description")
  func fields() async throws {
    let (harness, path, session) = try await openDesk()
    let leased = try await harness.send("POST", session + "/lease", #"{"seconds": 60}"#).json()
    let lease = "Lease: \(leased["lease"]?.stringValue ?? "")"
    let add = Self.message("tools/call", #"{"name": "add", "arguments": {"text": "x"}}"#)
    let refused = try await harness.send("POST", path, add)
    #expect(try refused.json()["result"]?["structuredContent"]?["code"] == "session-leased")
    for _ in 1...2 {
      let done = try await harness.send("POST", path, add, lease, "Idempotency-Key: k", "X-Request-Id: from-afar")
      #expect(try done.json()["result"]?["structuredContent"]?["revision"] == 2)
    }
    let page = try await call(harness, "history", at: path)["structuredContent"]
    #expect(page?["items"]?.arrayValue?.last?["requestId"] == "from-afar")
    let schema = try await harness.send("GET", "/v1/apps/desk/schema").json()
    #expect(schema["$defs"]?["action.add"]?["description"] == "Writes a note.")
  }

  @Test("A stream that is refused in part listens to nothing, and one without sessions is a listener of the server")
  func refusedStream() async throws {
    let harness = try await openAPI(.inProcess, configure: { $0.quotas.listeners = 1 })
    let session = try await harness.session(#"{"app": "counter"}"#).path
    let id = session.split(separator: "/").last ?? ""
    let meta = #""_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}"#
    let uris = #""navstate://sessions/\#(id)", "navstate://sessions/s_none""#
    let params = #"{\#(meta), "notifications": {"resourceSubscriptions": [\#(uris)]}}"#
    let refused = try await result(harness, "subscriptions/listen", params, "MCP-Protocol-Version: 2026-07-28")
    #expect(refused["code"] == -32_002)
    #expect(try await harness.send("GET", session + "/listeners").json()["items"] == [])
    let client = InProcessClient(api: harness.api)
    let field = "Mcp-Session-Id: " + (try await Self.initialize(harness, "/mcp")["Mcp-Session-Id"] ?? "")
    let stream = try #require(try await client.listen("/mcp", field))
    let other = "Mcp-Session-Id: " + (try await Self.initialize(harness, "/mcp")["Mcp-Session-Id"] ?? "")
    let crowded = try await harness.send("GET", "/mcp", nil, other, "Accept: text/event-stream")
    try expectProblem(crowded, 503, "too-many-listeners")
    stream.leave()
  }

  @Test("Sessions are resources, which those list who may list sessions")
  func resources() async throws {
    let harness = try await openAPIWithTokens(.inProcess)
    let admin = bearer(AuthorizationTests.admin)
    let (session, token) = try await harness.session(#"{"app": "counter", "key": "c"}"#, admin)
    let uri = "navstate://sessions/\(session.split(separator: "/").last ?? "")"
    let listed = try await result(harness, "resources/list", "{}", admin)
    #expect(listed["resources"] == [["uri": .string(uri), "name": "c", "mimeType": "application/json"]])
    #expect(try await result(harness, "resources/list", "{}", bearer(token)) == ["resources": []])
    let wrong = try await result(harness, "resources/list", #"{"cursor": "?"}"#, admin)
    #expect(wrong["code"] == -32_002)
    let read = try await result(harness, "resources/read", #"{"uri": "\#(uri)"}"#, bearer(token))
    #expect(read["contents"]?[0]?["text"]?.stringValue?.contains(#""app":"counter""#) == true)
  }

  @Test("A page of a foreign origin is refused with any method and any token")
  func origin() async throws {
    let harness = try await openAPIWithTokens(.inProcess)
    let (line, origin) = (bearer(AuthorizationTests.admin), "Origin: https://evil.example")
    for method in ["POST", "GET", "DELETE"] {
      let answer = try await harness.send(method, "/mcp", method == "POST" ? "{}" : nil, line, origin)
      try expectProblem(answer, 403, "foreign-page", says: "evil.example")
    }
  }
}
