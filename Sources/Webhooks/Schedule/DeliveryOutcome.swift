/// What an attempt came to.
enum DeliveryOutcome: Sendable, Equatable {
  /// The receiver has it: it answered 2xx.
  case delivered(Int64)
  /// There was nothing to send: the session's deliveries are gone.
  case nothing
  /// There was nothing to send, because it could not be read here.
  case unreadable
  case failed(Failure)
  /// 410: the receiver wants nothing more (Standard Webhooks, "Delivery").
  case unwanted

  struct Failure: Sendable, Equatable {
    var reason: String
    /// Milliseconds that the receiver asked to wait.
    var retryAfter: Int64?
    /// Whether it asked that of all deliveries, and not of this one.
    var concernsAll = false
  }
}

extension DeliveryOutcome {
  init(_ answer: ReceiverResponse, of position: Int64) {
    switch answer {
    case .status(200..<300, _): self = .delivered(position)
    case .status(410, _): self = .unwanted
    case .status(let status, let seconds):
      var failure = Failure(reason: "answered \(status)")
      if (300..<400).contains(status) { failure.reason += ", and redirects are not followed" }
      failure.retryAfter = seconds.map { Int64(min($0, 86_400 * 365)) * 1_000 }
      // Too Many Requests (RFC 6585 §4) and Service Unavailable (RFC 9110 §15.6.4) speak of the receiver.
      failure.concernsAll = status == 429 || status == 503
      self = .failed(failure)
    case .missing(let reason): self = .failed(Failure(reason: reason))
    }
  }
}

/// What came back from a receiver.
enum ReceiverResponse: Sendable, Equatable {
  /// - Parameter retryAfter: Seconds.
  case status(Int, retryAfter: Int?)
  case missing(reason: String)
}
