import Support

/// One attempt to ask a server.
package struct OutgoingCall: Sendable, Equatable {
  package let app: String
  package let method: String
  package let url: String
  /// The fields, as `Name: value`, without those that the sender adds.
  package let fields: [String]
  package let body: [UInt8]?
  /// Milliseconds for the whole response.
  package let timeout: Int64
  /// The `Idempotency-Key`, the same for all attempts.
  package let key: String
  /// The span of the attempt; nil: it is not traced.
  package let span: TraceSpan?

  /// Creates an attempt.
  package init(
    of app: String, method: String, url: String, fields: [String], body: [UInt8]?, timeout: Int64, key: String,
    span: TraceSpan? = nil
  ) {
    self.span = span
    self.app = app
    self.method = method
    self.url = url
    self.fields = fields
    self.body = body
    self.timeout = timeout
    self.key = key
  }

  var request: TransportRequest {
    var fields = fields + ["User-Agent: navstate", "Idempotency-Key: \(key)"]
    // One that the app sends stays.
    if let span, !fields.contains(where: { $0.lowercased().hasPrefix("traceparent:") }) {
      fields.append("traceparent: \(span.traceparent)")
    }
    // libcurl would add the type of a form.
    if !fields.contains(where: { $0.lowercased().hasPrefix("content-type:") }) { fields.append("Content-Type:") }
    return TransportRequest(
      owner: app, method: method, url: url, fields: fields, body: body, timeout: Int(timeout), keepsContent: true)
  }
}

/// The outcome of an attempt to ask a server.
package enum CallOutcome: Sendable, Equatable {
  /// The server has answered.
  case answered(status: Int, contentType: String?, content: [UInt8])
  /// The server could not be reached, or asks to be called later.
  ///
  /// - Parameters:
  ///   - reason: `timeout`, `unreachable` or `unavailable`.
  ///   - retryAfter: The delay that the server asks for, in milliseconds.
  case failed(reason: String, retryAfter: Int64?)
  /// Further attempts would fail, too.
  ///
  /// - Parameter reason: `not-allowed` or `too-large`.
  case refused(reason: String)

  init(_ end: EndedTransfer) {
    switch (end.failure, end.answer) {
    case (.timeout?, _): self = .failed(reason: "timeout", retryAfter: nil)
    case (.address?, _): self = .refused(reason: "not-allowed")
    // Too Many Requests (RFC 6585 §4), and errors of the server (RFC 9110 §15.6), also with a long description.
    case (nil, .status(let status, let seconds)) where status == 429 || status >= 500,
      (.tooLong?, .status(let status, let seconds)) where status == 429 || status >= 500:
      self = .failed(reason: "unavailable", retryAfter: seconds.map { Int64(min($0, 86_400)) * 1_000 })
    case (.tooLong?, _): self = .refused(reason: "too-large")
    case (nil, .status(let status, _)):
      self = .answered(status: status, contentType: end.contentType, content: end.content)
    default: self = .failed(reason: "unreachable", retryAfter: nil)
    }
  }
}
