import HTTP

/// The hosts that a request may be sent to, against DNS rebinding: a page whose name is made to lead here, once it is loaded,
/// is of the same origin as the server for the browser, but still says that name.
///
/// An address is always allowed: nobody can make it lead elsewhere. So is a request of HTTP/1.0 that names none, which no
/// browser sends.
package enum AllowedHosts: Sendable, Equatable {
  case all
  /// Names that only this machine or its network can give: those without a dot, and those below `localhost` (RFC 6761 §6.3).
  case local
  /// These names, in lower case.
  case listed([[UInt8]])

  func allow(_ request: Request) -> Bool {
    if case .all = self { return true }
    switch (request.hostKind, self) {
    case (.absent, _), (.address, _), (.local, .local): return true
    case (_, .listed(let names)): return names.contains { request.hostIs($0) }
    default: return false
    }
  }
}

extension Problem {
  static func misdirected(_ request: Request) -> Problem {
    // RFC 9110 §15.5.20
    Problem(
      421, "misdirected-request",
      "This server is not `\((request.authorityText ?? "").prefix(80))`. Ask it by its address, or start it with "
        + "`--allow-host` and that name.")
  }
}
