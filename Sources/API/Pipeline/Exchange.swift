import HTTP
import Navigation
import Sessions
import Support
import Synchronization

/// A request and its response.
final class Exchange: Sendable {
  let request: Request
  let parameters: Parameters
  /// The endpoint of the request's route. A request without a route has ``Endpoint/unrouted``.
  let endpoint: Endpoint
  let jsonDepth: JSONDepth
  private let authorizer: Authorizer?
  private let origin: AnswerOrigin
  private let writer: any ResponseWriter
  /// The same writer, if it stores the response under an idempotency key.
  let recorder: RecordingResponseWriter?
  private let requestTimer: RequestTimer
  private let identity = Mutex(Identity())

  /// The caller, as the stages have identified it.
  private struct Identity {
    var caller = Caller.unauthenticated
    var token: PresentedToken?
    var store: SessionStore?
    var attribution: Attribution?
    var session: SessionID?
    var refusalToAct: Problem?
  }

  init(
    _ request: Request, _ endpoint: Endpoint, _ parameters: Parameters, origin: AnswerOrigin,
    _ writer: any ResponseWriter, _ httpMetrics: HTTPMetrics, _ authorizer: Authorizer? = nil, jsonDepth: JSONDepth
  ) {
    self.endpoint = endpoint
    self.parameters = parameters
    self.request = request
    self.origin = origin
    self.authorizer = authorizer
    self.jsonDepth = jsonDepth
    requestTimer = RequestTimer(of: endpoint.number, in: httpMetrics, for: request)
    recorder =
      endpoint.recordsResponse && request.value(of: "idempotency-key") != nil ? RecordingResponseWriter(writer) : nil
    self.writer = recorder ?? writer
  }

  /// Whether the request has a route.
  var isRouted: Bool { endpoint.number != nil }

  /// The caller; unauthenticated before it is known.
  var caller: Caller {
    get { identity.withLock { $0.caller } }
    set { identity.withLock { $0.caller = newValue } }
  }

  /// The session's token with which the request was sent; nil before the check, and for other callers.
  var token: PresentedToken? {
    get { identity.withLock { $0.token } }
    set { identity.withLock { $0.token = newValue } }
  }

  /// The credential that authorised the request; nil: none. Also on a server without tokens, if one was sent.
  var attribution: Attribution? {
    get { identity.withLock { $0.attribution ?? $0.token?.attribution ?? $0.caller.attribution } }
    set { identity.withLock { $0.attribution = newValue } }
  }

  /// The store of the session in the path, if a stage has found it in memory. It may have been unloaded since.
  var store: SessionStore? {
    get { identity.withLock { $0.store } }
    set { identity.withLock { $0.store = newValue } }
  }

  /// Whether a backend has sent the request, which may do more than clients.
  var isFromBackend: Bool { authorizer?.isBackend(self) ?? false }

  /// The kind of credential, for the log.
  var credential: String {
    switch caller {
    case .unrestricted, .unauthenticated: "none"
    case .admin: "admin"
    case .operator: "operator"
    case .badTicket: "ticket"
    case .token: token?.role.rawValue ?? "token"
    case .jwt, .unverified: "jwt"
    }
  }

  /// Whether the caller may see the definition of the app, such as expressions and the values that they read. All may on a
  /// server without tokens.
  var seesDefinition: Bool {
    switch caller {
    case .admin, .operator, .unrestricted: true
    case .token, .jwt: token?.role == .backend
    case .unauthenticated, .badTicket, .unverified: false
    }
  }

  /// The peer address of the connection.
  var peer: IPAddress? { writer.peer }

  func send(_ response: consuming Response) {
    complete(&response)
    requestTimer.end(with: response.status, response.body, self)
    writer.send(response)
  }

  /// Delivers the request's content to a receiver: as it arrives, or immediately if it is complete.
  func receive(_ receiver: any ContentReceiver) {
    if request.contentFollows { return writer.receive(receiver) }
    receiver.receive(request.body, isLast: true) {}
  }

  /// Responds with a head and a stream for the content. `finalChunk` is sent when the server shuts down.
  func stream(
    _ head: consuming Response, finalChunk: SharedChunk, onClose: @escaping StreamCloseHandler
  ) -> any ContentStream {
    complete(&head)
    requestTimer.end(with: head.status, nil, self)
    return writer.stream(head, finalChunk: finalChunk, onClose: onClose)
  }

  /// Responds with a stream of server-sent events, which ends with the token of the admin or an operator.
  func streamEvents(onClose: @escaping @Sendable () -> Void) -> any ContentStream {
    let caller = caller
    guard let authorizer, caller.isAdmin || caller.operator != nil else { return openEvents(onClose: onClose) }
    return authorizer.operators.stream(of: caller.operator) { closed in
      openEvents {
        onClose()
        closed()
      }
    }
  }

  private func openEvents(onClose: @escaping @Sendable () -> Void) -> any ContentStream {
    var head = Response(status: 200, contentType: "text/event-stream")
    head.commonFields = Response.streamed
    let stream = stream(head, finalChunk: EventView.finalChunk) { _ in onClose() }
    // Tells the client that no proxy holds the events back, also while there are none.
    stream.send(EventView.opening)
    return stream
  }

  /// Responds with a head and a stream for content that is sent in pieces.
  func stream(
    contentAfter head: consuming Response, onClose: @escaping StreamCloseHandler = { _ in }
  ) -> any ContentStream {
    complete(&head)
    requestTimer.end(with: head.status, nil, self)
    return writer.stream(contentAfter: head, onClose: onClose)
  }

  /// Extends the response deadline. After `time` the fallback is sent and `onGivingUp` is called.
  func expectAnswer(
    within time: Duration, orElse fallback: consuming Response, onGivingUp: @escaping @Sendable () -> Void
  ) {
    complete(&fallback)
    requestTimer.mayTakeLong()
    let (status, content) = (fallback.status, fallback.body)
    writer.expectAnswer(within: time, orElse: fallback) { [self] in
      requestTimer.end(with: status, content, self)
      onGivingUp()
    }
  }

  /// Extends the response deadline. After `time` the connection closes without a response.
  func expectAnswer(within time: Duration) {
    writer.expectAnswer(within: time, orElse: nil) {}
  }

  /// Adds the fields that every response to this request has.
  private func complete(_ response: inout Response) {
    if response.commonFields == nil { response.commonFields = Response.uncached }
    if let id = givenID {
      // Not validated while it is written: `mayEcho` has checked it, and `TraceContext` the other value.
      response.fields.append("X-Request-Id", writing: { $0.append(contentsOf: id) })
    }
    if let parent = request.value(of: "traceparent"), TraceContext(parent) != nil {
      response.fields.append("traceparent", writing: { $0.append(contentsOf: parent) })
    }
    response.fields.append(origin)
  }

  func send(_ problem: Problem) {
    send(problem.response(instance: request.pathText, requestID: requestID))
  }

  /// Sends the JSON of a session or a receipt, with the revision as its entity tag.
  func send(json: [UInt8], revision: Int, status: Int = 200, replayed: Bool = false) {
    send(.revision(revision, json, status: status, isReplayed: replayed))
  }

  func send(json: [UInt8], status: Int = 200) {
    send(Response(status: status, contentType: "application/json", body: json))
  }

  /// The session id in the path.
  func session() throws(Problem) -> SessionID {
    guard let id = sessionID else { throw noSession }
    return id
  }

  /// The session in the path; nil: the path has no session's id, or a key that no session of the app has.
  var sessionID: SessionID? {
    endpoint.isByKey ? identity.withLock { $0.session } : SessionID(parameters[0, request])
  }

  /// Why the request may create the session in the path but not act in it: there is none, or the caller has no right; nil: it may
  /// act.
  var refusalToAct: Problem? {
    get {
      guard endpoint.creates else { return nil }
      let (refusal, session) = identity.withLock { ($0.refusalToAct, $0.session) }
      return refusal ?? (session == nil ? noSession : nil)
    }
    set { identity.withLock { $0.refusalToAct = newValue } }
  }

  /// Sets the session that has the key in the path.
  func setSession(_ id: SessionID?) { identity.withLock { $0.session = id } }

  /// The session's key in the path; nil: there is none, or it cannot be a key.
  var sessionKey: String? { parameters["sessionKey", request].flatMap { SessionMetadata.isKey($0) ? $0 : nil } }

  /// The answer to a request for a session that does not exist, or not for the caller.
  var noSession: Problem {
    endpoint.isByKey ? .noSession(key: parameters["sessionKey", request] ?? "", of: appName) : .noSession(sessionText)
  }

  /// The session's id or key as sent, for error details; at most 80 characters.
  var sessionText: String { String((parameters["id", request] ?? parameters["sessionKey", request] ?? "").prefix(80)) }

  /// The client's request id, or a generated one. The value is stable.
  var requestID: String { id.text }

  private var id: RequestID {
    givenID.map { .sent(String(decoding: $0, as: UTF8.self)) } ?? .generated(requestTimer.idBits(of: self))
  }

  /// The cause of the changes that the request asks for.
  var changeOrigin: ChangeOrigin { ChangeOrigin(by: attribution, requestID: id, span: requestTimer.span) }

  private var givenID: ArraySlice<UInt8>? {
    guard let given = request.value(of: "x-request-id"), Self.mayEcho(given) else { return nil }
    return given
  }

  /// Records the request as the work of the thread, for the report of a trap.
  func beginWork() { ThreadWork.begin(request: givenID ?? [], or: requestTimer.idBits(of: self)) }

  /// Rejects query parameters that the endpoint does not have.
  func checkQuery() throws(Problem) {
    guard request.query != nil else { return }
    let known = endpoint.parameters
    let given: [(name: String, value: String)]
    do throws(RequestError) { given = try request.parameters() } catch { throw Problem(error) }
    // A misspelt parameter that is ignored would be found late, or never (docs/decisions/0007).
    for (name, _) in given where !known.contains(name) {
      let list = known.isEmpty ? "none" : known.joined(separator: ", ")
      let hint = Self.isToken(name) ? Self.tokenHint : ""
      throw Problem(
        400, "unknown-parameter", "Unknown query parameter \"\(name)\"; this path takes \(list).\(hint)")
    }
  }

  private static func isToken(_ name: String) -> Bool {
    ["token", "access_token", "auth", "authorization", "api_key", "key"].contains(name.lowercased())
  }

  /// RFC 6750 §2.3 allows a token in the query, and discourages it for these reasons.
  private static let tokenHint =
    " A URL is stored in logs and browser histories, so send a token as `Authorization: Bearer …`, or for an "
    + "`EventSource` a `ticket` of `POST …/tickets`."

  /// A query parameter that is an integer; `standard` when absent.
  func integer(_ name: String, in range: ClosedRange<Int>, or standard: Int) throws(Problem) -> Int {
    try parameter(name, "an integer from \(range.lowerBound) to \(range.upperBound)") { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    } ?? standard
  }

  /// A query parameter that is 1 or 0; absent means 0.
  func flag(_ name: String) throws(Problem) -> Bool {
    try parameter(name, "1 or 0") { ["0": false, "1": true][$0] } ?? false
  }

  /// A query parameter, as `read` reads it; nil when it is absent.
  ///
  /// - Parameter rule: What the value has to be.
  func parameter<Value>(
    _ name: String, _ rule: @autoclosure () -> String, _ read: (String) -> Value?
  ) throws(Problem) -> Value? {
    guard let text = try text(name) else { return nil }
    guard let value = read(text) else {
      throw Problem(400, "bad-parameter", "`\(name)` must be \(rule()); it is \"\(text.prefix(80))\".")
    }
    return value
  }

  func text(_ name: String) throws(Problem) -> String? {
    do throws(RequestError) { return try request.parameter(name) } catch { throw Problem(error) }
  }

  /// All values of a query parameter, in their order.
  func texts(_ name: String) throws(Problem) -> [String] {
    do throws(RequestError) { return try request.parameters().filter { $0.name == name }.map(\.value) } catch {
      throw Problem(error)
    }
  }

  /// Whether a value is short and printable ASCII, and so safe in a log line or a terminal.
  private static func mayEcho(_ value: ArraySlice<UInt8>) -> Bool {
    (1...128).contains(value.count) && value.allSatisfy { (0x21...0x7E).contains($0) }
  }
}

extension [UInt8] {
  mutating func append(text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }
}
