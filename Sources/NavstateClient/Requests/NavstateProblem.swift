import JSON

/// An error of the server or of the connection to it.
///
/// Of the server's problem documents (RFC 9457) it has all members that programs use. The codes of the client itself
/// have the status 0: `no-connection`, `bad-response`, `action-expired`, `queue-not-stored` and `closed`.
public struct NavstateProblem: Error, Sendable, Equatable {
  /// The kind of error, in kebab case. It does not change between versions.
  public let code: String
  /// The reason, with the value concerned and a remedy.
  public let detail: String
  /// The status code of the response; 0 for an error of the client.
  public let status: Int
  /// The faults of the request, each with its place.
  public let errors: [Fault]
  /// The time after which the server asks to retry, in seconds.
  public let retryAfter: Int?

  /// A fault of a request.
  public struct Fault: Sendable, Equatable {
    /// A JSON Pointer (RFC 6901) into the request.
    public let pointer: String
    /// The reason.
    public let detail: String
    /// The screen that is concerned, if any.
    public let screen: String?
  }

  init(code: String, _ detail: String, status: Int = 0, errors: [Fault] = [], retryAfter: Int? = nil) {
    self.code = code
    self.detail = detail
    self.status = status
    self.errors = errors
    self.retryAfter = retryAfter
  }
}

extension NavstateProblem: CustomStringConvertible {
  /// The code, the status and the detail.
  public var description: String { status == 0 ? "\(code): \(detail)" : "\(code) (\(status)): \(detail)" }
}

extension NavstateProblem {
  /// Reads the problem of a response whose status is not that of a success.
  init(_ response: HTTPReply) {
    let json = response.json
    self.init(
      code: json?["code"]?.stringValue ?? "http-\(response.status)",
      json?["detail"]?.stringValue ?? "The server answered with the status \(response.status) and no problem document.",
      status: response.status, errors: (json?["errors"]?.arrayValue ?? []).map(Fault.init),
      retryAfter: response.fields["retry-after"].flatMap { Int($0) })
  }

  static func noConnection(_ error: any Error) -> NavstateProblem {
    NavstateProblem(code: "no-connection", "The server did not answer: \(error).")
  }

  static func badResponse(_ detail: String) -> NavstateProblem {
    NavstateProblem(code: "bad-response", "\(detail) The address may be that of another server.")
  }

  static let closed = NavstateProblem(
    code: "closed", "The client was closed before the answer arrived. A stored queue is sent by the next client.")

  /// Whether the session cannot be used with this token, now or later.
  var refusesSession: Bool {
    [401, 410].contains(status) || ["no-such-session", "bad-ticket"].contains(code)
  }
}

extension NavstateProblem.Fault {
  fileprivate init(_ json: JSONValue) {
    self.init(
      pointer: json["pointer"]?.stringValue ?? "", detail: json["detail"]?.stringValue ?? "",
      screen: json["screen"]?.stringValue)
  }
}
