/// Whose request it is, as far as what it shows tells.
enum Caller: Sendable {
  /// No token is asked for here.
  case anyone
  /// One is, and none was shown.
  case nobody
  case admin
  /// SHA-256 of what was shown: a session's token, an app's key, or nothing that is known.
  case token([UInt8])
  /// A ticket was shown that opens nothing, or nothing any more.
  case badTicket

  /// The hash of the token that has to be the session's own; nil for those who need none.
  var token: [UInt8]? {
    if case .token(let hash) = self { hash } else { nil }
  }
}
