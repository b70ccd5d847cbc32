import HTTP

/// Answers requests. The server owns bytes, order and time; what a request means is the responder's.
package protocol Responder: Sendable {
  /// Runs on an event loop and must not block. Answers through `reply` exactly once, now or later, from any thread, with
  /// a response or a stream.
  func respond(to request: Request, writer: ConnectionResponseWriter)

  /// The answer to bytes that were no request, and to limits that the server itself enforces (408, 503). Runs on
  /// an event loop and must not block.
  func response(to error: RequestError) -> Response
}
