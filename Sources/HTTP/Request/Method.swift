/// A request method (RFC 9110 §9). Methods are case-sensitive tokens; an unsupported one is `other`.
@usableFromInline package enum Method: String, Sendable, Hashable, CaseIterable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
  case options = "OPTIONS"
  /// A valid token that is not a supported method: 501.
  case other = ""
}
