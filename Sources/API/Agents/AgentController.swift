import HTTP
import JSON
import Sessions
import Support

/// Serves agents by the Model Context Protocol (Streamable HTTP). What they ask for is done by requests of this API.
struct AgentController: Controller {
  let requests: InnerRequests
  let registry: SessionRegistry
  let listeners: ListenerLimiter
  let sessions: AgentSessions
  let version: String

  var routes: [ControllerRoute] {
    ["/mcp", "/mcp/apps/{app}/sessions/{sessionKey}"].flatMap { path in
      let documentation = Documentation(ofSession: path != "/mcp")
      return [
        ControllerRoute(.post, path, .agent, alternatives: [.events], documentation.send, receive),
        ControllerRoute(.get, path, .agent, content: .events, documentation.listen, listen),
        ControllerRoute(.delete, path, .agent, documentation.end) { exchange throws(Problem) in try end(exchange) },
      ]
    }
  }

  /// `POST /mcp`: a message.
  private func receive(_ exchange: Exchange) async throws(Problem) {
    let json = try exchange.message()
    let (message, version): (RPCMessage, AgentProtocol)
    do throws(RPCError) {
      guard let given = try RPCMessage(json) else { return exchange.send(.empty(202)) }
      (message, version) = (given, try AgentProtocol(of: given, exchange.request))
    } catch {
      return exchange.send(json: error.response(to: Self.id(of: json)), status: 400)
    }
    let session = version.isStateless || message.method == "initialize" ? nil : try session(exchange)
    guard let id = message.id else { return exchange.send(.empty(202)) }
    let call = AgentCall(exchange: exchange, message: message, requests: requests, registry: registry)
    do throws(RPCError) {
      if version.isStateless, message.method == "subscriptions/listen" { return try await stream(call, id) }
      try await answer(call, id, version, session)
    } catch {
      exchange.send(json: error.response(to: id), status: version.isStateless ? error.status : 200)
    }
  }

  /// The id of a message that is not valid, if it has one.
  private static func id(of json: JSONValue) -> JSONValue {
    guard let id = json["id"], id.stringValue != nil || id.integerValue != nil else { return .null }
    return id
  }

  private func answer(
    _ call: AgentCall, _ id: JSONValue, _ version: AgentProtocol, _ session: AgentSession?
  ) async throws(RPCError) {
    if call.message.method == "initialize" { return try await initialize(call, id) }
    let result = try await result(of: call, version, session)
    let isCacheable =
      ["server/discover", "tools/list"].contains(call.message.method)
      || call.message.method.hasPrefix("resources/")
    call.exchange.send(
      json: RPCMessage.response(to: id, version.completed(result, isCacheable: isCacheable, by: server)))
  }

  private func result(
    of call: AgentCall, _ version: AgentProtocol, _ session: AgentSession?
  ) async throws(RPCError) -> JSONObject {
    switch call.message.method {
    case "ping": return [:]
    case "tools/list":
      let tools = try await call.tools()
      session?.know(tools.digest)
      return ["tools": .array(tools)]
    case "tools/call": return try await call.callTool()
    case "resources/list": return try await call.listResources()
    case "resources/templates/list": return ["resourceTemplates": [AgentResource.template]]
    case "resources/read": return try await call.readResource()
    case "resources/subscribe" where !version.isStateless: return try await call.subscribe(session)
    case "resources/unsubscribe" where !version.isStateless: return try call.unsubscribe(session)
    case "server/discover" where version.isStateless:
      return description.merging(["supportedVersions": .array(AgentProtocol.all.map(JSONValue.string))])
    default: throw .methodNotFound(call.message.method)
    }
  }

  // MARK: Sessions of the transport

  private var server: JSONObject { ["name": "navstate", "title": "Navstate", "version": .string(version)] }

  private var description: JSONObject {
    [
      "capabilities": ["tools": ["listChanged": true], "resources": ["subscribe": true, "listChanged": false]],
      "instructions": """
      A session of an app is at a screen, which actions change. `look` shows the screen, `available_actions` what can be \
      done there, `plan` what an action would do. What is refused says why.
      """,
    ]
  }

  private func initialize(_ call: AgentCall, _ id: JSONValue) async throws(RPCError) {
    let exchange = call.exchange
    // An agent at the URL of a session to which it has no right finds out now.
    if let path = call.sessionPath { _ = try await call.session(at: path) }
    let session = sessions.begin(for: exchange.agentHolder, of: exchange.agentAccount, at: exchange.request.pathText)
    let version = AgentProtocol.negotiated(call.message.params["protocolVersion"]?.stringValue)
    let result = description.merging(["protocolVersion": .string(version.rawValue), "serverInfo": .object(server)])
    var response = Response(
      status: 200, contentType: "application/json", body: RPCMessage.response(to: id, result))
    response.fields.append("Mcp-Session-Id", session.id)
    exchange.send(response)
  }

  /// The session of the transport that a request names; nil: it names none.
  private func session(_ exchange: Exchange) throws(Problem) -> AgentSession? {
    guard let id = exchange.request.text(of: "mcp-session-id") else { return nil }
    let path = exchange.request.pathText
    if let session = sessions.find(id, of: exchange.agentHolder, at: path) { return session }
    throw Problem(
      404, "no-such-mcp-session",
      "This node has no MCP session \(JSONValue.string(id).excerpt) for this credential at `\(path.prefix(80))`; send "
        + "`initialize` again, without `Mcp-Session-Id`.")
  }

  private func requiredSession(_ exchange: Exchange) throws(Problem) -> AgentSession {
    if let session = try session(exchange) { return session }
    throw Problem(
      400, "no-mcp-session-id", "`Mcp-Session-Id` is required: the id that the response to `initialize` has.")
  }

  /// `DELETE /mcp`
  private func end(_ exchange: Exchange) throws(Problem) {
    sessions.end(try requiredSession(exchange))
    exchange.send(.empty(204))
  }

  // MARK: Streams

  /// `GET /mcp`: the notifications of a session of the transport.
  private func listen(_ exchange: Exchange) async throws(Problem) {
    let session = try requiredSession(exchange)
    let call = AgentCall(
      exchange: exchange, message: RPCMessage(method: "listen"), requests: requests, registry: registry)
    let stream = AgentStream(call, permit: call.sessionPath == nil ? try listeners.acquirePermit() : nil)
    if let path = call.sessionPath { try await stream.listen(to: AgentStream.toolSource, at: path) }
    for resource in session.resources {
      guard let path = AgentResource.path(of: resource) else { continue }
      do throws(Problem) {
        try await stream.listen(to: resource, at: path)
      } catch {
        // The session was deleted, or the right to it was lost.
        session.unsubscribe(from: resource)
      }
    }
    session.open(stream)
    await begin(stream, exchange, of: session)
    // They may have changed since the stream before.
    for resource in session.resources { stream.notify(ofResource: resource) }
  }

  /// `subscriptions/listen`: the response is the stream.
  private func stream(_ call: AgentCall, _ id: JSONValue) async throws(RPCError) {
    let wanted = call.message.params["notifications"]
    let resources = (wanted?["resourceSubscriptions"]?.arrayValue ?? []).compactMap(\.stringValue)
      .prefix(AgentSession.mostResources)
    let paths = try resources.map { resource throws(RPCError) in (resource, try call.path(ofResource: resource)) }
    var honored: JSONObject = [:]
    let toolPath = wanted?["toolsListChanged"]?.boolValue == true ? call.sessionPath : nil
    do throws(Problem) {
      let permit = toolPath == nil && paths.isEmpty ? try listeners.acquirePermit() : nil
      let stream = AgentStream(call, subscription: id, permit: permit)
      if let path = toolPath {
        try await stream.listen(to: AgentStream.toolSource, at: path)
        honored["toolsListChanged"] = true
      }
      for (resource, path) in paths { try await stream.listen(to: resource, at: path) }
      if !paths.isEmpty { honored["resourceSubscriptions"] = .array(resources.map(JSONValue.string)) }
      await begin(stream, call.exchange, acknowledging: honored)
    } catch {
      throw .refused(error)
    }
  }

  private func begin(
    _ stream: AgentStream, _ exchange: Exchange, of session: AgentSession? = nil,
    acknowledging honored: JSONObject? = nil
  ) async {
    let content = exchange.streamEvents { [sessions] in
      stream.end()
      if let session { sessions.forget(stream, of: session) }
    }
    await stream.begin(content, tools: session?.knownTools, acknowledging: honored)
  }
}

extension JSONObject {
  fileprivate func merging(_ other: JSONObject) -> JSONObject {
    var merged = self
    merged.merge(other)
    return merged
  }
}

extension Exchange {
  /// The levels of a message around what a request of the API has.
  private static let messageDepth = 4

  /// The body, a message with a request of the API in it, which checks the depth of its own part.
  fileprivate func message() throws(Problem) -> JSONValue {
    guard !request.body.isEmpty else { throw Problem(400, "no-body", "The body is empty; send a JSON-RPC message.") }
    try checkContentType()
    do throws(JSONError) {
      return try JSONValue(
        parsing: request.body, maximumDepth: jsonDepth.values + 4 * jsonDepth.containers + Self.messageDepth)
    } catch {
      throw Problem(error)
    }
  }

  /// The credential, or on a server without tokens the address, that alone may use a session of the transport.
  fileprivate var agentHolder: [UInt8] {
    if caller.isAdmin { return Array("admin".utf8) }
    if let hash = caller.hash ?? request.bearerToken.map({ SHA256.hash(Array($0)) }) { return hash }
    return agentAddress
  }

  private var agentAddress: [UInt8] { Array((peer?.description ?? "").utf8) }

  /// The account of a new session. A token that belongs to no session of the path may be any text.
  fileprivate var agentAccount: [UInt8] { caller.token != nil && token == nil ? agentAddress : agentHolder }
}
