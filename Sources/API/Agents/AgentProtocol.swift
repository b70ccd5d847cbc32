import HTTP
import JSON

/// A revision of the Model Context Protocol.
enum AgentProtocol: String, CaseIterable, Sendable {
  // Not 2025-03-26, whose batches the next revision removed.
  case june2025 = "2025-06-18"
  case november2025 = "2025-11-25"
  /// Without sessions: each request has the version with it.
  case july2026 = "2026-07-28"

  static let all = allCases.map(\.rawValue)
  private static let versionKey = "io.modelcontextprotocol/protocolVersion"

  /// Whether requests stand alone: there is no `initialize`, and subscriptions are requests.
  var isStateless: Bool { self == .july2026 }

  /// The version that is proposed to a client which asks for this one: the newest with `initialize`, if this one has none.
  static func negotiated(_ version: String?) -> AgentProtocol {
    version.flatMap(AgentProtocol.init).flatMap { $0.isStateless ? nil : $0 } ?? .november2025
  }

  /// The version of a request. Without the field it is the oldest one here.
  init(of message: RPCMessage, _ request: Request) throws(RPCError) {
    let named = message.params["_meta"]?[Self.versionKey]?.stringValue
    // The field may be that of a former connection.
    let field = message.method == "initialize" ? nil : request.text(of: "mcp-protocol-version")
    if let named, named != field, message.method != "initialize" {
      let sent = field.map { JSONValue.string($0).excerpt } ?? "absent"
      throw .headerMismatch(
        "`MCP-Protocol-Version` is \(sent), and `_meta` names \(JSONValue.string(named).excerpt); send the same.")
    }
    let text = field ?? Self.june2025.rawValue
    guard let version = AgentProtocol(rawValue: text) else { throw .unsupportedVersion(text, Self.all) }
    if version.isStateless, message.id != nil { try Self.check(message, named, request) }
    self = version
  }

  /// Checks the fields that repeat what the content says, for proxies.
  private static func check(_ message: RPCMessage, _ named: String?, _ request: Request) throws(RPCError) {
    guard named != nil else { throw .invalidParams("`_meta` of the params must name the version as `\(versionKey)`.") }
    if let method = request.text(of: "mcp-method"), method != message.method {
      throw .headerMismatch(
        "`Mcp-Method` is \(JSONValue.string(method).excerpt), and `method` is "
          + "\(JSONValue.string(message.method).excerpt); send the same.")
    }
    let subject = message.params["name"]?.stringValue ?? message.params["uri"]?.stringValue
    guard let name = request.text(of: "mcp-name"), !name.hasPrefix("=?base64?"), let subject, name != subject else {
      return
    }
    throw .headerMismatch(
      "`Mcp-Name` is \(JSONValue.string(name).excerpt), and the params name \(JSONValue.string(subject).excerpt); send "
        + "the same.")
  }

  /// The result as this version has it.
  ///
  /// - Parameter isCacheable: Whether the version requires hints for caches in it.
  func completed(_ result: JSONObject, isCacheable: Bool, by server: JSONObject) -> JSONObject {
    guard isStateless else { return result }
    var result = result
    result["resultType"] = "complete"
    if isCacheable { result.merge(["ttlMs": 0, "cacheScope": "private"]) }
    var meta = result["_meta"]?.objectValue ?? [:]
    meta["io.modelcontextprotocol/serverInfo"] = .object(server)
    result["_meta"] = .object(meta)
    return result
  }
}
