import HTTP
import Sessions
import Synchronization

/// Makes requests of the API on behalf of one that has arrived: with its credential, its address and its id.
///
/// They pass the stages of any request but the first two, which that one has passed. So they have the rights, the limits
/// and the idempotency of the same request over HTTP.
final class InnerRequests: Sendable {
  private let reference = Mutex(Reference())

  /// The API, whose controllers refer to these requests.
  private struct Reference: Sendable {
    weak var api: API?
  }

  /// Sets the API, before the first request.
  func connect(to api: API) { reference.withLock { $0.api = api } }

  /// Makes a request and waits for its response.
  func respond(
    to method: Method, _ path: String, body: [UInt8] = [], for exchange: Exchange
  ) async throws(Problem) -> Response {
    switch try await answer(to: method, path, body, nil, exchange) {
    case .response(let response): return response
    case .stream(let stream):
      // It has no end to wait for.
      stream.close()
      return .empty(200)
    }
  }

  /// Opens an event stream.
  ///
  /// - Returns: The response if there is no stream: the request was refused, or the session was deleted.
  func listen(
    to path: String, _ listener: InnerListener, for exchange: Exchange
  ) async throws(Problem) -> InnerAnswer {
    try await answer(to: .get, path, [], listener, exchange)
  }

  private func answer(
    to method: Method, _ path: String, _ body: [UInt8], _ listener: InnerListener?, _ exchange: Exchange
  ) async throws(Problem) -> InnerAnswer {
    let request: Request
    do throws(RequestError) {
      request = try Request(method, path, body, for: exchange)
    } catch {
      throw Problem(error)
    }
    guard let api = reference.withLock({ $0.api }) else {
      throw Problem(503, "storage-unavailable", "The server is stopping. Retry later.", retryAfter: 1)
    }
    return await awaiting { deliver in
      api.respond(
        to: request, writer: InnerResponseWriter(peer: exchange.peer, listener, deliver), from: .route)
    }
  }
}

/// The answer to an inner request.
enum InnerAnswer: Sendable {
  case response(Response)
  case stream(InnerEventStream)
}

extension Request {
  /// The fields of a request that also concern those made for it.
  private static let passedFields: [StaticString] = [
    "authorization", "forwarded", "idempotency-key", "lease", "traceparent", "x-forwarded-for",
  ]

  /// Creates a request of the server itself.
  ///
  /// - Parameter path: The path with the query, encoded.
  fileprivate init(
    _ method: Method, _ path: String, _ body: [UInt8], for exchange: Exchange
  ) throws(RequestError) {
    let outer = exchange.request
    var head = Array("\(method.rawValue) \(path) HTTP/1.1\r\nHost: \(outer.authorityText ?? "localhost")\r\n".utf8)
    for name in Self.passedFields { outer.copy(name, to: &head) }
    head.append(contentsOf: "X-Request-Id: \(exchange.requestID)\r\n\r\n".utf8)
    try self.init(head: head, body: body)
  }

  private func copy(_ name: StaticString, to head: inout [UInt8]) {
    guard let value = value(of: name) else { return }
    head.append(text: name)
    head.append(contentsOf: ": ".utf8)
    head.append(contentsOf: value)
    head.append(contentsOf: "\r\n".utf8)
  }
}

/// Passes on the response to an inner request.
private final class InnerResponseWriter: ResponseWriter {
  typealias Deliver = @Sendable (InnerAnswer) -> Void

  let peer: IPAddress?
  private let listener: InnerListener?
  private let deliver: Mutex<Deliver?>

  init(peer: IPAddress?, _ listener: InnerListener?, _ deliver: @escaping Deliver) {
    self.peer = peer
    self.listener = listener
    self.deliver = Mutex(deliver)
  }

  func send(_ response: consuming Response) { answer(.response(response)) }

  func stream(
    _ head: consuming Response, finalChunk: SharedChunk?, onClose: @escaping StreamCloseHandler
  ) -> any ContentStream {
    let stream = InnerEventStream(listener, onClose)
    answer(.stream(stream))
    return stream
  }

  func stream(contentAfter head: consuming Response, onClose: @escaping StreamCloseHandler) -> any ContentStream {
    stream(head, finalChunk: nil, onClose: onClose)
  }

  // The outer request has the timeout.
  func expectAnswer(within time: Duration, orElse fallback: Response?, onGivingUp: @escaping @Sendable () -> Void) {}

  /// The first response counts.
  private func answer(_ answer: InnerAnswer) { deliver.withLock { $0.take() }?(answer) }
}
