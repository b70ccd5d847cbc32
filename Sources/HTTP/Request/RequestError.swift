/// An error of a request. The parser's errors end the connection after one response; an error of a decoded part of a
/// request is only the response to that request.
package struct RequestError: Error, Equatable, Sendable {
  /// 400, 408, 411, 413, 414, 417, 431, 501 or 505.
  package let status: Int
  /// The problem's code, as in `/problems/{code}`.
  package let code: String
  /// The detail: what was wrong, with which value, and what would work.
  package let detail: String

  /// Creates an error.
  package init(status: Int, code: String, detail: String) {
    self.status = status
    self.code = code
    self.detail = detail
  }
}

extension RequestError {
  static func malformed(_ detail: String) -> RequestError {
    RequestError(status: 400, code: "malformed-request", detail: detail)
  }

  static func contentTooLarge(limit: Int) -> RequestError {
    RequestError(
      status: 413, code: "content-too-large",
      detail: "The content exceeds the limit; send at most \(limit) bytes.")
  }

  static func targetTooLong(limit: Int) -> RequestError {
    RequestError(
      status: 414, code: "target-too-long",
      detail: "The request target exceeds the limit; send at most \(limit) bytes of path and query.")
  }

  static func unknownExpectation(_ value: String) -> RequestError {
    RequestError(
      status: 417, code: "unknown-expectation",
      detail: "Expect is \(value), which is not supported; send \"100-continue\" or omit the field.")
  }

  static func headerTooLarge(_ detail: String) -> RequestError {
    RequestError(status: 431, code: "header-too-large", detail: detail)
  }

  static func notImplemented(_ detail: String) -> RequestError {
    RequestError(status: 501, code: "not-implemented", detail: detail)
  }

  static func unsupportedVersion(_ value: String) -> RequestError {
    RequestError(
      status: 505, code: "unsupported-version",
      detail: "The version \(value) is not supported; use \"HTTP/1.1\".")
  }
}
