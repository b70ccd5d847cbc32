/// A request for the transport.
struct TransportRequest: Sendable, Equatable {
  /// The owner of the connection: a webhook, or an app. Requests of others do not use it.
  var owner = ""
  var method = "POST"
  let url: String
  /// The fields, as `Name: value`. A name without a value removes a default field.
  let fields: [String]
  /// nil: the request has no content.
  let body: [UInt8]?
  /// Milliseconds for the whole response; nil: those of the transport.
  var timeout: Int?
  /// Whether the content of the response is kept.
  var keepsContent = false
  /// Whether the kept content begins with the header of the response.
  var keepsHeader = false
}

/// The end of a transfer.
struct EndedTransfer: Sendable, Equatable {
  let token: Int
  let answer: ReceiverResponse
  /// The reason that there is no answer; nil: there is one.
  var failure: Failure?
  /// The content of the response, if the request keeps it.
  var content: [UInt8] = []
  /// The field `Content-Type` of the response.
  var contentType: String?

  enum Failure: Sendable, Equatable {
    case unreachable, timeout
    /// The host has an address that is not allowed.
    case address
    /// The content exceeds the limit. The answer has its status.
    case tooLong
  }
}
