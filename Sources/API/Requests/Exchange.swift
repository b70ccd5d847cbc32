import HTTP
import Sessions
import Synchronization

/// One request on its way through the endpoints, and how it is answered.
final class Exchange: Sendable {
  let request: Request
  let parameters: Parameters
  let caller: Caller
  let jsonDepth: JSONDepth
  private let origin: AnswerOrigin
  private let writer: any ResponseWriter
  /// The same reply, when it is one that can keep its answer.
  let keeping: KeepingReply?
  private let requestTimer: RequestTimer

  init(
    _ request: Request, _ parameters: Parameters, _ caller: Caller, origin: AnswerOrigin, _ writer: any ResponseWriter,
    _ requestTimer: consuming RequestTimer, jsonDepth: JSONDepth, keeping: KeepingReply? = nil
  ) {
    self.keeping = keeping
    self.requestTimer = requestTimer
    self.jsonDepth = jsonDepth
    self.request = request
    self.parameters = parameters
    self.caller = caller
    self.origin = origin
    self.writer = writer
  }

  /// The other end of the connection.
  var peer: IPAddress? { writer.peer }

  func send(_ response: consuming Response) {
    complete(&response)
    requestTimer.end(with: response.status, self)
    writer.send(response)
  }

  /// Gives the content of the request to a receiver: as it comes, or at once where it is here.
  func receive(_ receiver: any ContentReceiver) {
    if request.contentFollows { return writer.receive(receiver) }
    receiver.receive(request.body, isLast: true) {}
  }

  /// Answers with a head, and with what is sent to the stream from then on.
  func stream(
    _ head: consuming Response, finalChunk: SharedChunk, onClose: @escaping @Sendable (StreamEnding) -> Void
  ) -> any ContentStream {
    complete(&head)
    requestTimer.end(with: head.status, self)
    return writer.stream(head, finalChunk: finalChunk, onClose: onClose)
  }

  /// Answers with a head, and with content that is sent to the stream piece by piece from then on.
  func stream(
    contentAfter head: consuming Response, onClose: @escaping @Sendable (StreamEnding) -> Void = { _ in }
  ) -> any ContentStream {
    complete(&head)
    requestTimer.end(with: head.status, self)
    return writer.stream(contentAfter: head, onClose: onClose)
  }

  /// Lets the answer come later than others.
  func expectAnswer(
    within time: Duration, orElse fallback: consuming Response, onGivingUp: @escaping @Sendable () -> Void
  ) {
    complete(&fallback)
    requestTimer.mayTakeLong()
    let status = fallback.status
    writer.expectAnswer(within: time, orElse: fallback) { [self] in
      requestTimer.end(with: status, self)
      onGivingUp()
    }
  }

  /// Lets the answer come later than others; after that time the connection closes without one.
  func expectAnswer(within time: Duration) {
    writer.expectAnswer(within: time, orElse: nil) {}
  }

  /// Adds what every answer to this request says.
  private func complete(_ response: inout Response) {
    if let id = request.value(of: "x-request-id"), Self.mayEcho(id) {
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

  /// JSON of a session, or of a receipt, at a revision.
  func send(json: [UInt8], revision: Int, status: Int = 200, replayed: Bool = false) {
    var response = Response(status: status, body: json)
    response.fields.appendJSONContentType()
    response.fields.append("ETag", writing: { $0.append(revision: revision) })
    if replayed { response.fields.append("Idempotency-Replayed", "true") }
    send(response)
  }

  func send(json: [UInt8], status: Int = 200) {
    var response = Response(status: status, body: json)
    response.fields.appendJSONContentType()
    send(response)
  }

  /// The id of the session that the path names.
  func session() throws(Problem) -> SessionID {
    guard let id = SessionID(parameters[0, request]) else { throw .noSession(sessionText) }
    return id
  }

  /// The same as it was sent, to be named in an answer.
  var sessionText: String { String((parameters["id", request] ?? "").prefix(80)) }

  /// The client's id for the request, or one made here; the same each time.
  var requestID: String {
    if let given = request.value(of: "x-request-id"), Self.mayEcho(given) {
      return String(decoding: given, as: UTF8.self)
    }
    return requestTimer.id(of: self)
  }

  /// Refuses query parameters that the endpoint does not have.
  func checkQuery(_ known: [String] = []) throws(Problem) {
    guard request.query != nil else { return }
    let given: [(name: String, value: String)]
    do throws(RequestError) { given = try request.parameters() } catch { throw Problem(error) }
    for (name, _) in given where !known.contains(name) {
      let list = known.isEmpty ? "none" : known.joined(separator: ", ")
      let hint = Self.isToken(name) ? Self.tokenHint : ""
      throw Problem(
        400, "unknown-parameter", "There is no query parameter \"\(name)\" here; known: \(list).\(hint)")
    }
  }

  private static func isToken(_ name: String) -> Bool {
    ["token", "access_token", "auth", "authorization", "api_key", "key"].contains(name.lowercased())
  }

  /// RFC 6750 §2.3 names the query as a way, and why not to go it.
  private static let tokenHint =
    " A token in an address ends up in logs and histories: send it as `Authorization: Bearer …`. Who listens with an "
    + "`EventSource`, which cannot, shows a `ticket` of `POST …/tickets`."

  /// A query parameter that is an integer.
  func integer(_ name: String, in range: ClosedRange<Int>, or standard: Int) throws(Problem) -> Int {
    guard let text = try text(name) else { return standard }
    guard let value = Int(text), range.contains(value) else {
      throw Problem(
        400, "bad-parameter",
        "`\(name)` is an integer from \(range.lowerBound) to \(range.upperBound); this is \"\(text)\".")
    }
    return value
  }

  /// A query parameter that is 1 or 0, which is the same as none.
  func flag(_ name: String) throws(Problem) -> Bool {
    let text = try text(name)
    guard [nil, "0", "1"].contains(text) else {
      throw Problem(400, "bad-parameter", "`\(name)` is 1 or 0; this is \"\(text ?? "")\".")
    }
    return text == "1"
  }

  func text(_ name: String) throws(Problem) -> String? {
    do throws(RequestError) { return try request.parameter(name) } catch { throw Problem(error) }
  }

  /// Short and visible: nothing that could hurt a log line or a terminal.
  private static func mayEcho(_ value: ArraySlice<UInt8>) -> Bool {
    (1...128).contains(value.count) && value.allSatisfy { (0x21...0x7E).contains($0) }
  }
}

extension FieldLines {
  mutating func appendJSONContentType() {
    append(line: "Content-Type: application/json\r\n")
  }
}

extension [UInt8] {
  mutating func append(text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }

  /// A revision as a strong entity tag.
  mutating func append(revision: Int) {
    append(UInt8(ascii: "\""))
    append(contentsOf: String(revision).utf8)
    append(UInt8(ascii: "\""))
  }
}
