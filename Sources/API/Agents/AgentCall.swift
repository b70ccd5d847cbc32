import HTTP
import JSON
import Navigation
import Sessions

/// A message of an agent, carried out by requests of the API.
struct AgentCall: Sendable {
  let exchange: Exchange
  let message: RPCMessage
  let requests: InnerRequests
  let registry: SessionRegistry

  /// The path of the session that the URL names; nil: it names none.
  var sessionPath: String? { Self.sessionPath(exchange) }

  static func sessionPath(_ exchange: Exchange) -> String? {
    guard let app = exchange.parameters["app", exchange.request],
      let key = exchange.parameters["sessionKey", exchange.request]
    else { return nil }
    return path(app: app, key: key)
  }

  private static func path(app: String, key: String) -> String {
    "/v1/apps/\(encoded(app))/sessions/\(encoded(key))"
  }

  /// Percent-encodes a segment of a path, all but letters and digits.
  static func encoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"): bytes.append(byte)
      default:
        bytes.append(UInt8(ascii: "%"))
        bytes.append(contentsOf: [byte].hexadecimal.uppercased().utf8)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Requests

  /// The answer to a request of the API: an object, or the problem with which it was refused.
  func answer(
    to method: Method, _ path: String, _ body: JSONObject? = nil
  ) async -> Result<JSONObject, RPCError.Refusal> {
    do throws(Problem) {
      let response = try await requests.respond(
        to: method, path, body: body.map { JSONValue.object($0).bytes } ?? [], for: exchange)
      let json = Self.object(response.body)
      return response.status < 300 ? .success(json) : .failure(RPCError.Refusal(problem: json))
    } catch {
      return .failure(
        RPCError.Refusal(problem: Self.object(error.document(instance: path, requestID: exchange.requestID))))
    }
  }

  static func object(_ bytes: [UInt8]) -> JSONObject {
    do throws(JSONError) {
      return try JSONValue(parsing: bytes, maximumDepth: 2_048, roundingNumbers: true).objectValue ?? [:]
    } catch {
      // An empty response, which says nothing more.
      return [:]
    }
  }

  /// The session that the URL names, or of an id.
  func session(at path: String) async throws(RPCError) -> JSONObject {
    switch await answer(to: .get, path) {
    case .success(let session): return session
    case .failure(let refusal): throw .refused(refusal)
    }
  }

  // MARK: Tools

  /// `tools/list`
  func tools() async throws(RPCError) -> [JSONValue] {
    guard let path = sessionPath else { return AgentTool.allCases.map { $0.json(isAddressed: false) } }
    let session = try await session(at: path)
    let general = AgentTool.allCases.filter(\.isOfSession).map { $0.json(isAddressed: true) }
    return general + (await ownActions(of: session).compactMap(OwnTool.init).map(\.json))
  }

  /// The app's own actions on the focus path of a session.
  private func ownActions(of session: JSONObject) async -> [ActionSchema] {
    guard let id = session["id"]?.stringValue.flatMap({ SessionID($0) }) else { return [] }
    let path = (session["current"]?["path"]?.arrayValue ?? []).compactMap(\.stringValue)
    // The session was read just now; one that cannot be read any more has no tools.
    let app = try? await registry.currentApp(of: id)
    return (app?.ownActions(onPath: path) ?? []).filter { exchange.isFromBackend || !$0.isForBackend }
  }

  /// `tools/call`
  func callTool() async throws(RPCError) -> JSONObject {
    guard let name = message.params["name"]?.stringValue else {
      throw .invalidParams("`name` must be a string, the name of a tool; `tools/list` lists them.")
    }
    let given = message.params["arguments"]
    guard let arguments = given == nil ? [:] : given?.objectValue else {
      throw .invalidParams("`arguments` must be an object; it is \(given?.kind ?? "absent").")
    }
    if let tool = AgentTool(rawValue: name), sessionPath == nil || tool.isOfSession {
      return await call(tool, arguments)
    }
    guard let path = sessionPath, let type = OwnTool.action(named: name) else {
      throw .invalidParams("There is no tool \(JSONValue.string(name).excerpt); `tools/list` lists them.")
    }
    var action = arguments
    action["type"] = .string(type)
    return ToolResult.receipt(await answer(to: .post, path + "/actions", action))
  }

  private func call(_ tool: AgentTool, _ arguments: JSONObject) async -> JSONObject {
    if let fault = tool.fault(in: arguments, isAddressed: sessionPath != nil) { return ToolResult.error(fault) }
    let path = path(of: arguments)
    switch tool {
    case .listApps: return ToolResult.json(await answer(to: .get, "/v1/apps"))
    case .openSession:
      return ToolResult.json(await answer(to: .post, "/v1/sessions", creation(arguments))) { SessionLook($0).json }
    case .look: return ToolResult.json(await answer(to: .get, path)) { SessionLook($0).json }
    case .availableActions: return ToolResult.json(await answer(to: .get, path + "/available"))
    case .act, .plan:
      let isPlan = tool == .plan
      let action = arguments["action"]?.objectValue ?? [:]
      return ToolResult.receipt(
        await answer(to: .post, path + (isPlan ? "/actions?dryRun=1" : "/actions"), action), keepsPlan: isPlan)
    case .undo:
      let steps = arguments["steps"].map { ["steps": $0] as JSONObject } ?? [:]
      return ToolResult.receipt(await answer(to: .post, path + "/undo", steps))
    case .history:
      let query = ["after", "limit"].compactMap { name in arguments[name]?.integerValue.map { "\(name)=\($0)" } }
      return ToolResult.json(
        await answer(to: .get, path + "/history" + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))))
    }
  }

  private func path(of arguments: JSONObject) -> String {
    if let sessionPath { return sessionPath }
    if let id = arguments["session"]?.stringValue { return "/v1/sessions/\(Self.encoded(id))" }
    return Self.path(app: arguments["app"]?.stringValue ?? "", key: arguments["key"]?.stringValue ?? "")
  }

  /// The body of `POST /v1/sessions`.
  private func creation(_ arguments: JSONObject) -> JSONObject {
    var body = arguments
    // With a JWT the app sets the key: what the agent has not sent is not to be refused.
    if arguments["key"] != nil, exchange.caller.jwt == nil { body["ifExists"] = "return" }
    return body
  }
}

/// An action of the app's own as a tool.
struct OwnTool {
  private let action: ActionSchema

  private static let prefix = "app_"

  /// Creates a tool; nil: the action has a name that no tool has, and is sent by `act`.
  init?(_ action: ActionSchema) {
    self.action = action
    guard Self.isName(name) else { return nil }
  }

  /// Whether a tool may have a name: models refuse requests with others.
  private static func isName(_ name: String) -> Bool {
    (1...128).contains(name.utf8.count) && name.utf8.allSatisfy(characters.contains)
  }

  private static let characters = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.".utf8)

  /// The name of the action, with a prefix where a tool of every session has it, or an action would have with the prefix.
  private var name: String { Self.isTaken(action.type) ? Self.prefix + action.type : action.type }

  /// Whether a name is that of a tool of every session, with any number of prefixes.
  private static func isTaken(_ name: String) -> Bool {
    var rest = name[...]
    while rest.hasPrefix(prefix) { rest = rest.dropFirst(prefix.count) }
    return AgentTool(rawValue: String(rest)) != nil
  }

  /// The type of the action of a tool; nil: it cannot be one of the app's own.
  static func action(named name: String) -> String? {
    guard isName(name) else { return nil }
    if name.hasPrefix(prefix), isTaken(name) { return String(name.dropFirst(prefix.count)) }
    return NavigationAction.types.contains(name) || AgentTool(rawValue: name) != nil ? nil : name
  }

  var json: JSONValue {
    var tool: JSONObject = ["name": .string(name)]
    tool["description"] = action.meaning.map(JSONValue.string)
    tool["inputSchema"] = .object(action.argumentSchema)
    return .object(tool)
  }
}

/// The result of a tool.
enum ToolResult {
  /// The answer of the API as content for models and for programs.
  ///
  /// - Parameter shown: Selects what is shown of the answer.
  static func json(
    _ answer: Result<JSONObject, RPCError.Refusal>, shown: (JSONObject) -> JSONObject = { $0 }
  ) -> JSONObject {
    switch answer {
    case .success(let json):
      let json = JSONValue.object(shown(json))
      return ["content": content(json.text), "structuredContent": json, "isError": false]
    case .failure(let refusal):
      var result = error(refusal.detail)
      result["structuredContent"] = .object(refusal.problem)
      return result
    }
  }

  /// The answer to a change.
  ///
  /// - Parameter keepsPlan: Whether the steps of the change are shown.
  static func receipt(_ answer: Result<JSONObject, RPCError.Refusal>, keepsPlan: Bool = false) -> JSONObject {
    json(answer) { SessionLook.receipt($0, keepsPlan: keepsPlan) }
  }

  static func error(_ detail: String) -> JSONObject { ["content": content(detail), "isError": true] }

  private static func content(_ text: String) -> JSONValue { [["type": "text", "text": .string(text)]] }
}
