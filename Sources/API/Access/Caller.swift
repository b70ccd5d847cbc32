import Navigation
import Sessions

/// The caller of a request, as identified by its credentials.
enum Caller: Sendable {
  /// No token is required.
  case unrestricted
  /// A token is required but missing.
  case unauthenticated
  case admin
  // In a box, since every request has a caller.
  indirect case `operator`(StoredOperator)
  /// SHA-256 of the presented token: a session's token, an app's key or an unknown text.
  case token([UInt8])
  /// A JWT of an issuer.
  case jwt(VerifiedToken)
  /// A JWT that is to be verified, as SHA-256 of its text.
  case unverified([UInt8])
  /// The ticket is unknown, used or expired.
  case badTicket

  /// The hash that identifies the credential, of a JWT its issuer and subject; nil for other callers.
  var token: [UInt8]? {
    switch self {
    case .token(let hash): hash
    case .jwt(let token): token.holder
    case .unrestricted, .unauthenticated, .admin, .operator, .badTicket, .unverified: nil
    }
  }

  var isAdmin: Bool { if case .admin = self { true } else { false } }

  var `operator`: StoredOperator? {
    if case .operator(let holder) = self { holder } else { nil }
  }

  /// The hash of the credential; nil for the admin, and where none is required.
  var hash: [UInt8]? { token ?? self.operator?.hash }

  /// The credential if it belongs to no session and no app.
  var attribution: Attribution? {
    switch self {
    case .admin: .admin
    case .operator(let holder): Attribution(.operator, id: holder.id, name: holder.name)
    case .jwt(let token): token.attribution(as: nil)
    case .unrestricted, .unauthenticated, .token, .unverified, .badTicket: nil
    }
  }
}

// The apps to which an operator is limited.
extension Caller {
  /// Whether the caller is limited to some apps.
  var isLimited: Bool { self.operator?.apps.isEmpty == false }

  /// Whether the caller may know of an app; of what belongs to no app (nil) only without a limit.
  func mayUse(_ app: String?) -> Bool {
    guard isLimited else { return true }
    return app.map { self.operator?.mayUse($0) ?? true } ?? false
  }

  /// Refuses an app that the request names and the caller is not limited to.
  ///
  /// - Parameter remedy: What the request has to name.
  func checkMayUse(_ app: String?, _ remedy: @autoclosure () -> String) throws(Problem) {
    guard !mayUse(app) else { return }
    let apps = (self.operator?.apps ?? []).map { "`\($0)`" }.joined(separator: ", ")
    throw Problem(403, "not-allowed", "The operator's token is limited to the apps \(apps); \(remedy()).")
  }
}
