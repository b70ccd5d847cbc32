import HTTP

/// The limits and times of every connection of a server.
final class ConnectionLimits: Sendable {
  let request: RequestParser.Limits
  let pipelinedRequests: Int
  let unsentBytes: Int
  let discardedBytes: Int
  let queuedEvents: Int
  let queuedBytes: Int
  let headerTimeout: RequestError
  let bodyTimeout: RequestError
  let tooMuchHeld: RequestError
  private let header, body, idle, answer, write, lingering, heartbeat: Int64

  init(limits: Server.Limits, timeouts: Server.Timeouts) {
    precondition(
      (1...64).contains(limits.pipelinedRequests),
      "pipelinedRequests is \(limits.pipelinedRequests); a connection keeps one bit a request in a word, so 1 to 64")
    request = limits.request
    pipelinedRequests = limits.pipelinedRequests
    unsentBytes = limits.unsentBytes
    discardedBytes = limits.discardedBytes
    queuedEvents = limits.queuedEvents
    queuedBytes = limits.queuedBytes
    header = timeouts.header.milliseconds
    body = timeouts.body.milliseconds
    idle = timeouts.idle.milliseconds
    answer = timeouts.answer.milliseconds
    write = timeouts.stalledWrite.milliseconds
    lingering = timeouts.lingering.milliseconds
    heartbeat = timeouts.heartbeat.milliseconds
    headerTimeout = .timeout(of: "header", after: timeouts.header)
    bodyTimeout = .timeout(of: "content", after: timeouts.body)
    tooMuchHeld = RequestError(
      status: 503, code: "server-busy",
      detail:
        "Half-sent requests and answers that nobody takes fill the \(limits.heldBytes) bytes that the server has for "
        + "them, and this one was among the longest. Send it again, in one go.")
  }

  func milliseconds(for wait: HTTPConnectionState.Wait, isDraining: Bool) -> Int64 {
    switch wait {
    case .nothing, .idle: idle
    case .header: header
    case .body: body
    case .answer: answer
    case .write: write
    case .silence: heartbeat
    // A server that stops does not wait long for clients that have their answer.
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
