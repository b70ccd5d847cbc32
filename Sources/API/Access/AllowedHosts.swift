import HTTP

/// The hosts that requests may address, as protection against DNS rebinding.
///
/// A page whose name is rebound to this server after loading has the server's origin for a browser, but its requests
/// still carry that name.
///
/// Valid IP addresses are always allowed, since they need no DNS lookup. So is a request of HTTP/1.0 without a host,
/// which no browser sends. Text that only resembles an address, such as `1.2.3` or `999.1.1.1`, is a name.
package enum AllowedHosts: Sendable, Equatable {
  case all
  /// `localhost`.
  case local
  /// These names, in lower case.
  case listed([[UInt8]])

  func allow(_ request: Request) -> Bool {
    if case .all = self { return true }
    switch (request.hostKind, self) {
    case (.badPort, _): return false
    case (.absent, _), (.address, _), (.localhost, .local): return true
    case (_, .listed(let names)): return names.contains { request.hostIs($0) }
    default: return false
    }
  }
}
