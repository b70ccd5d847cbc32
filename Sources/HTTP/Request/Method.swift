/// A request method (RFC 9110 §9). Methods are case-sensitive tokens; one this server has no use for is `other`.
@usableFromInline package enum Method: String, Sendable, Hashable, CaseIterable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
  case options = "OPTIONS"
  /// A valid token that names no method known here: 501.
  case other = ""
}
