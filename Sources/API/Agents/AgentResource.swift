import JSON
import HTTP

/// A session as a resource.
enum AgentResource {
  private static let prefix = "navstate://sessions/"

  static let template: JSONValue = [
    "uriTemplate": .string(prefix + "{id}"), "name": "session", "mimeType": "application/json",
    "description": "A session: its navigation, its data and its current screen.",
  ]

  static func uri(of id: String) -> String { prefix + id }

  /// The path of the session of a URI; nil: it is none of a session.
  static func path(of uri: String) -> String? {
    guard uri.hasPrefix(prefix) else { return nil }
    return "/v1/sessions/\(AgentCall.encoded(String(uri.dropFirst(prefix.count))))"
  }
}

extension AgentCall {
  /// `resources/list`: the session that the URL names. Others are listed by `GET /v1/sessions`.
  func resources() async throws(RPCError) -> [JSONValue] {
    guard let path = sessionPath, let id = try await session(at: path)["id"]?.stringValue else { return [] }
    return [["uri": .string(AgentResource.uri(of: id)), "name": .string(id), "mimeType": "application/json"]]
  }

  /// `resources/read`
  func readResource() async throws(RPCError) -> JSONObject {
    let uri = try resource()
    let session = JSONValue.object(try await session(at: try path(ofResource: uri)))
    return ["contents": [["uri": .string(uri), "mimeType": "application/json", "text": .string(session.text)]]]
  }

  /// `resources/subscribe`
  func subscribe(_ session: AgentSession?) async throws(RPCError) -> JSONObject {
    guard let session else {
      throw .invalidRequest("Subscriptions require `Mcp-Session-Id`, which the response to `initialize` has.")
    }
    let uri = try resource()
    let path = try path(ofResource: uri)
    _ = try await self.session(at: path)
    guard session.subscribe(to: uri) else {
      throw .invalidRequest(
        "The limit of \(AgentSession.mostResources) subscriptions is reached; unsubscribe from one.")
    }
    do throws(Problem) {
      try await session.stream?.listen(to: uri, at: path)
    } catch {
      session.unsubscribe(from: uri)
      throw .refused(error)
    }
    return [:]
  }

  /// `resources/unsubscribe`
  func unsubscribe(_ session: AgentSession?) throws(RPCError) -> JSONObject {
    let uri = try resource()
    session?.unsubscribe(from: uri)
    session?.stream?.stopListening(to: uri)
    return [:]
  }

  private func resource() throws(RPCError) -> String {
    guard let uri = message.params["uri"]?.stringValue else { throw .invalidParams("`uri` must be a string.") }
    return uri
  }

  func path(ofResource uri: String) throws(RPCError) -> String {
    guard let path = AgentResource.path(of: uri) else {
      throw .invalidParams(
        "There is no resource \(JSONValue.string(uri).excerpt); that of a session is `navstate://sessions/` and its id."
      )
    }
    return path
  }
}
