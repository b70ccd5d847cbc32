/// The outcome of an attempt.
enum DeliveryOutcome: Sendable, Equatable {
  /// The receiver has accepted the delivery with 2xx; the value is its position.
  case delivered(Int64)
  /// The session has no pending deliveries.
  case nothing
  /// The delivery could not be read from the store.
  case unreadable
  case failed(Failure)
  /// 410: the receiver accepts no further deliveries (Standard Webhooks, "Delivery").
  case unwanted

  struct Failure: Sendable, Equatable {
    var reason: String
    /// The delay that the receiver requested, in milliseconds.
    var retryAfter: Int64?
    /// Whether the failure concerns the whole receiver, not only this delivery.
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
      // Too Many Requests (RFC 6585 §4) and Service Unavailable (RFC 9110 §15.6.4) concern the whole receiver.
      failure.concernsAll = status == 429 || status == 503
      self = .failed(failure)
    case .missing(let reason): self = .failed(Failure(reason: reason))
    }
  }
}

/// The response of a receiver.
enum ReceiverResponse: Sendable, Equatable {
  /// - Parameter retryAfter: Seconds.
  case status(Int, retryAfter: Int?)
  case missing(reason: String)
}
