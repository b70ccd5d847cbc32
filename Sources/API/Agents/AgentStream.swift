import HTTP
import JSON
import Support
import Synchronization

/// The notifications to an agent: of the sessions that it has subscribed to, and of the tools at the URL of a session.
final class AgentStream: Sendable {
  /// The message that asked for the stream, with whose credential it listens.
  private let call: AgentCall
  /// The id of the request whose response the stream is; nil: it is that of a session of the transport.
  private let subscription: JSONValue?
  private let permit: ListenerPermit?
  private let state = Mutex(State())

  private struct State {
    var stream: (any ContentStream)?
    var sources: [String: InnerEventStream] = [:]
    /// The resources that have changed before the stream began.
    var missed: Set<String> = []
    var hasEnded = false
    /// The digest of the tools that the agent knows, or has been told to list anew.
    var tools: [UInt8]?
    var isChecking = false
    /// Whether the session has changed since a check began.
    var mustCheckAgain = false
  }

  /// The source of the changes of tools, among those of resources.
  static let toolSource = "tools"

  /// - Parameter permit: Held by a stream that listens to no session yet.
  init(_ call: AgentCall, subscription: JSONValue? = nil, permit: ListenerPermit? = nil) {
    self.call = call
    self.subscription = subscription
    self.permit = permit
  }

  // A listener that stays would be told of changes as long as the session is there.
  deinit { end() }

  // MARK: Sources

  /// Listens to a session.
  ///
  /// - Parameters:
  ///   - source: The URI of the resource, or ``toolSource``.
  ///   - path: The path of the session.
  /// - Throws: The problem with which the API refuses to stream its events.
  func listen(to source: String, at path: String) async throws(Problem) {
    guard state.withLock({ !$0.hasEnded && $0.sources[source] == nil }) else { return }
    let listener = InnerListener { [weak self] chunk in
      // Not the snapshot with which each stream begins, and no comment.
      let head = String(decoding: chunk.content.prefix(64), as: UTF8.self)
      if head.contains("event: change\n") || head.hasPrefix("event: closed\n") { self?.changed(source) }
    } streamEnded: { [weak self] in
      // The agent opens another one, and finds out what it may still listen to.
      self?.finish()
    }
    let path = path + "/events?view=minimal&name=mcp"
    switch try await call.requests.listen(to: path, listener, for: call.exchange) {
    case .stream(let events):
      let isTaken = state.withLock { state in
        guard !state.hasEnded, state.sources[source] == nil else { return false }
        state.sources[source] = events
        return true
      }
      if !isTaken { events.close() }
    case .response(let response): throw Problem(refusalBy: response)
    }
  }

  func stopListening(to source: String) { state.withLock { $0.sources.removeValue(forKey: source) }?.close() }

  private func changed(_ source: String) {
    guard source == Self.toolSource else { return notify(ofResource: source) }
    let begins = state.withLock { state in
      guard !state.hasEnded else { return false }
      if state.isChecking { state.mustCheckAgain = true }
      defer { state.isChecking = true }
      return !state.isChecking
    }
    // Not on this thread, which has a lock of the session's events.
    if begins { Task { await checkTools() } }
  }

  private func checkTools() async {
    repeat {
      // A session that is not readable any more has none.
      compare((try? await call.tools())?.digest ?? [])
    } while mustCheckAgain()
  }

  /// Whether the session has changed since the check began, which ends otherwise.
  private func mustCheckAgain() -> Bool {
    state.withLock { state in
      (state.isChecking, state.mustCheckAgain) = (state.mustCheckAgain, false)
      return state.isChecking
    }
  }

  private func compare(_ tools: [UInt8]) {
    let isNew = state.withLock { state in
      defer { state.tools = tools }
      return state.tools != tools
    }
    if isNew { notify("notifications/tools/list_changed", [:]) }
  }

  // MARK: The stream

  /// Begins to send.
  ///
  /// - Parameters:
  ///   - tools: The digest of the tools that the agent knows; nil: the present ones.
  ///   - honored: The subscriptions that the first message confirms; nil: there is no such message.
  func begin(_ stream: any ContentStream, tools: [UInt8]?, acknowledging honored: JSONObject?) async {
    let listensToTools = state.withLock { $0.sources[Self.toolSource] != nil }
    // Read before the first message, since the agent may change them once it has that.
    let known: [UInt8]? =
      if let tools { tools } else if listensToTools { (try? await call.tools())?.digest } else { nil }
    let first = honored.map { chunk("notifications/subscriptions/acknowledged", ["notifications": .object($0)]) }
    let hasEnded = state.withLock { state in
      guard !state.hasEnded else { return true }
      // Under the lock: nothing else may be sent before.
      if let first { stream.send(first) }
      state.stream = stream
      state.tools = known
      return false
    }
    if hasEnded { return stream.finish() }
    // The message that asked for the stream stays in memory as long as it.
    stream.keeps(bytes: call.exchange.request.body.count)
    for resource in state.withLock({ $0.missed }) { notify(ofResource: resource) }
    guard listensToTools else { return }
    changed(Self.toolSource)
  }

  /// Tells that a resource has changed.
  func notify(ofResource uri: String) {
    let isMissed = state.withLock { state in
      if state.stream == nil { state.missed.insert(uri) }
      return state.stream == nil
    }
    if !isMissed { notify("notifications/resources/updated", ["uri": .string(uri)]) }
  }

  private func notify(_ method: String, _ params: JSONObject) {
    let chunk = chunk(method, params)
    state.withLock { $0.stream }?.send(chunk)
  }

  private func chunk(_ method: String, _ params: JSONObject) -> SharedChunk {
    var params = params
    if let subscription { params["_meta"] = ["io.modelcontextprotocol/subscriptionId": subscription] }
    let message: JSONValue = ["jsonrpc": "2.0", "method": .string(method), "params": .object(params)]
    return SharedChunk(Array("event: message\ndata: \(message.text)\n\n".utf8))
  }

  /// Ends the stream from the side of the server. The agent may open another one.
  func finish() {
    let stream = state.withLock { $0.stream }
    end()
    stream?.finish()
  }

  /// Ends the sources after the agent has left.
  func end() {
    let sources = state.withLock { state in
      defer { (state.sources, state.stream, state.hasEnded) = ([:], nil, true) }
      return state.sources
    }
    for source in sources.values { source.close() }
  }
}

extension Problem {
  /// The problem of a refused stream.
  fileprivate init(refusalBy response: Response) {
    let refusal = AgentCall.object(response.body)
    // 204 has no content: the session was deleted.
    self.init(
      response.status == 204 ? 404 : response.status, refusal["code"]?.stringValue ?? "no-such-session",
      refusal["detail"]?.stringValue ?? "The session was deleted.",
      retryAfter: [429, 503].contains(response.status) ? 5 : nil)
  }
}

extension [JSONValue] {
  /// SHA-256 of tools: what an agent knows is compared, and lists of all agents would take much memory.
  var digest: [UInt8] { SHA256.hash(JSONValue.array(self).bytes) }
}
