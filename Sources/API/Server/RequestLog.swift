import HTTP

/// Where it is told what was asked and answered.
package struct RequestLog: Sendable {
  /// Whether each request is told of; if not, those only that failed for a fault of the server.
  let isComplete: Bool
  let tell: @Sendable (RequestReport) -> Void

  /// - Parameter tell: Called on the thread that answers, on an event loop among others.
  package init(isComplete: Bool, tell: @escaping @Sendable (RequestReport) -> Void) {
    self.isComplete = isComplete
    self.tell = tell
  }

  /// Tells nothing.
  package static let silent = RequestLog(isComplete: false) { _ in }
}

/// A request and its answer, for the log.
package struct RequestReport: Sendable {
  package let method: String
  /// Without the query.
  package let path: String
  /// The template of the route; nil when there is none for the request.
  package let route: String?
  package let status: Int
  /// From the complete request to the answer.
  package let nanoseconds: Int
  package let id: String
  /// Who asked: the other end of the connection, or for whom a trusted proxy asks.
  package let client: IPAddress?
  /// What the client's `traceparent` says.
  package let trace: TraceContext?

  /// Whether the answer says that the fault is the server's own, and not that it is full or stops.
  package var isFault: Bool { status == 500 }
}
