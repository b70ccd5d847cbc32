import HTTP

/// The limits and timeouts of every connection of a server.
final class ConnectionLimits: Sendable {
  /// The parser of a new connection, which shares its limits.
  let parser: RequestParser
  let pipelinedRequests: Int
  let unsentBytes: Int
  let discardedBytes: Int
  let queuedEvents: Int
  let queuedBytes: Int
  let headerTimeout: RequestError
  let bodyTimeout: RequestError
  let tooMuchHeld: RequestError
  let late: HTTPServer.LateAnswer?
  private let header, body, idle, answer, write, lingering, heartbeat: Int64

  init(limits: HTTPServer.Limits, timeouts: HTTPServer.Timeouts) {
    precondition(
      (1...64).contains(limits.pipelinedRequests),
      "pipelinedRequests is \(limits.pipelinedRequests); it must be from 1 to 64, one bit for each request")
    parser = RequestParser(limits: limits.request)
    pipelinedRequests = limits.pipelinedRequests
    unsentBytes = limits.unsentBytes
    discardedBytes = limits.discardedBytes
    queuedEvents = limits.queuedEvents
    queuedBytes = limits.queuedBytes
    header = timeouts.header.milliseconds
    body = timeouts.body.milliseconds
    idle = timeouts.idle.milliseconds
    answer = timeouts.answer.milliseconds
    late = timeouts.late
    write = timeouts.stalledWrite.milliseconds
    lingering = timeouts.lingering.milliseconds
    heartbeat = timeouts.heartbeat.milliseconds
    headerTimeout = .timeout(of: "header", after: timeouts.header)
    bodyTimeout = .timeout(of: "content", after: timeouts.body)
    tooMuchHeld = RequestError(
      status: 503, code: "server-busy",
      detail:
        "Incomplete requests and unread responses exceed the limit of \(limits.heldBytes) bytes, "
        + "and this request was among the largest. Retry, and send the request without pauses.")
  }

  func milliseconds(for wait: HTTPConnectionState.Wait, isDraining: Bool) -> Int64 {
    switch wait {
    case .nothing, .idle: idle
    case .header: header
    case .body: body
    case .answer: answer
    case .write: write
    case .silence: heartbeat
    // A server that stops waits only briefly for clients that have their response.
    case .discarding: isDraining ? min(lingering, 1000) : lingering
    }
  }
}

extension RequestError {
  fileprivate static func timeout(of part: String, after time: Duration) -> RequestError {
    RequestError(
      status: 408, code: "request-timeout",
      detail: "The request's \(part) was not complete after \(time.components.seconds) s. Send it within that time.")
  }
}
