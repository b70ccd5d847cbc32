import JSON

/// A session as a resource.
enum AgentResource {
  private static let prefix = "navstate://sessions/"

  static let template: JSONValue = [
    "uriTemplate": .string(prefix + "{id}"), "name": "session", "mimeType": "application/json",
    "description": "A session: its navigation, its data and its current screen.",
  ]

  /// - Parameter session: A session, or an item of a list of sessions.
  static func json(_ session: JSONValue) -> JSONValue {
    let id = session["id"]?.stringValue ?? ""
    let name = session["key"]?.stringValue ?? id
    return ["uri": .string(prefix + id), "name": .string(name), "mimeType": "application/json"]
  }

  /// The path of the session of a URI; nil: it is none of a session.
  static func path(of uri: String) -> String? {
    guard uri.hasPrefix(prefix), uri != prefix else { return nil }
    return "/v1/sessions/\(AgentCall.encoded(String(uri.dropFirst(prefix.count))))"
  }
}

extension AgentCall {
  /// `resources/list`: the session that the URL names, or a page of all that the caller may list.
  func listResources() async throws(RPCError) -> JSONObject {
    if let path = sessionPath {
      return ["resources": [AgentResource.json(.object(try await session(at: path)))]]
    }
    let cursor = message.params["cursor"]?.stringValue.map { "?after=\(Self.encoded($0))" } ?? ""
    switch await answer(to: .get, "/v1/sessions" + cursor) {
    case .success(let page):
      var result: JSONObject = ["resources": .array((page["items"]?.arrayValue ?? []).map(AgentResource.json))]
      result["nextCursor"] = page["next"]?.stringValue.map(JSONValue.string)
      return result
    case .failure(let refusal):
      // Few may list all sessions. The others read theirs by its URI.
      guard refusal.problem["status"] == 403 else { throw .refused(refusal) }
      return ["resources": []]
    }
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
