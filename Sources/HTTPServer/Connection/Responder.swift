import HTTP

/// Answers requests. The server handles bytes, order and deadlines; the responder handles the meaning of requests.
package protocol Responder: Sendable {
  /// Answers a request. Runs on an event loop and must not block. Must use `writer` exactly once, now or later, on any
  /// thread, for a response or a stream.
  func respond(to request: Request, writer: ConnectionResponseWriter)

  /// The response to an invalid request, or to an exceeded limit of the server (408, 503). Runs on an event loop and
  /// must not block.
  func response(to error: RequestError) -> Response
}
