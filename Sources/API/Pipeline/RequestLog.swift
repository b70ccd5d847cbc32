import HTTP
import Support

/// A log of requests and responses.
package struct RequestLog: Sendable {
  /// Returns whether all requests are logged; if not, only those that failed with a server error.
  let isComplete: @Sendable () -> Bool
  let tell: @Sendable (RequestReport) -> Void
  /// Called once for each origin that is not allowed.
  let tellOrigin: Tell
  /// Called once for each peer that forwards an address and is not a trusted proxy.
  let tellProxy: Tell

  package typealias Tell = @Sendable (String) -> Void

  /// Called with an issuer of JWTs whose keys cannot be fetched, and the reason, on any thread.
  package var tellIssuer: @Sendable (_ issuer: String, _ reason: String) -> Void = { _, _ in }
  /// Called once for each failure of an expression that computes rights, with the app, its place and the reason.
  package var tellAccess: Tell = { _ in }

  /// - Parameters:
  ///   - tell: Called on the thread that sends the response, which may be an event loop.
  ///   - tellOrigin: Called once for each origin whose pages sent a request and are not allowed, on the same thread.
  ///   - tellProxy: Called once for each address that sent `X-Forwarded-For` or `Forwarded` and is not trusted.
  package init(
    isComplete: @autoclosure @escaping @Sendable () -> Bool, tell: @escaping @Sendable (RequestReport) -> Void,
    tellOrigin: @escaping Tell = { _ in }, tellProxy: @escaping Tell = { _ in }
  ) {
    self.isComplete = isComplete
    self.tell = tell
    self.tellOrigin = tellOrigin
    self.tellProxy = tellProxy
  }

  /// A log that discards all reports.
  package static let silent = RequestLog(isComplete: false) { _ in }
}

/// A request and its response, for the log.
package struct RequestReport: Sendable {
  package let method: String
  /// The path without the query.
  package let path: String
  /// The template of the route; nil if no route matches the request.
  package let route: String?
  package let status: Int
  /// The code of the problem with which the request was refused.
  package let problem: String?
  /// The bytes of the response's content; nil: it is a stream.
  package let bytes: Int?
  /// The session in the path.
  package let session: String?
  /// The kind of credential: `admin`, `operator`, `jwt`, `ticket`, the role of a session's token, `token` for an app key or
  /// an unknown token, or `none`.
  package let credential: String
  /// The duration from the complete request to the response.
  package let nanoseconds: Int
  package let id: String
  /// The client's address: the peer of the connection, or the address forwarded by a trusted proxy.
  package let client: IPAddress?
  /// The client's `traceparent`.
  package let trace: TraceContext?

  /// Whether the status reports an internal error, rather than an overloaded or stopping server.
  package var isFault: Bool { status == 500 }
}
