/// The host of a request: the authority without its port, compared in place.
extension Request {
  /// The kind of a host, determined without a name server.
  package enum HostKind: Sendable {
    /// No host, as HTTP/1.0 allows.
    case absent
    /// A valid IPv4 or IPv6 literal (RFC 3986 §3.2.2).
    case address
    /// `localhost`, which resolves to the loopback address only (RFC 6761 §6.3).
    case localhost
    /// Any other name, or an invalid address.
    case name
    /// Any host with a port beyond 65535.
    case badPort
  }

  /// Whether the host equals a name, ignoring case and port.
  ///
  /// - Parameter name: The name in lower case.
  package func hostIs(_ name: [UInt8]) -> Bool {
    let given = head[authority]
    let port = given.dropFirst(name.count).first
    guard given.count >= name.count, port == nil || port == UInt8(ascii: ":") else { return false }
    return zip(given, name).allSatisfy { $0.asciiLowercased == $1 }
  }
}
