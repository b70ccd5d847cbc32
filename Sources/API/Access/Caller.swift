/// The caller of a request, as identified by its credentials.
enum Caller: Sendable {
  /// No token is required.
  case unrestricted
  /// A token is required but missing.
  case unauthenticated
  case admin
  /// SHA-256 of the presented token: a session's token, an app's key or an unknown text.
  case token([UInt8])
  /// The ticket is unknown, used or expired.
  case badTicket

  /// The hash to compare with the session's token; nil for other callers.
  var token: [UInt8]? {
    if case .token(let hash) = self { hash } else { nil }
  }

  var isAdmin: Bool { if case .admin = self { true } else { false } }
}
