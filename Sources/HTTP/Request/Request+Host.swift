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

  /// The kind of the request's host.
  package var hostKind: HostKind {
    let bytes = head.span
    guard let first = authority.first else { return .absent }
    let isBracketed = bytes[first] == UInt8(ascii: "[")
    let delimiter = UInt8(ascii: isBracketed ? "]" : ":")
    var end = first
    while end < authority.upperBound, bytes[end] != delimiter { end += 1 }
    let hostEnd = isBracketed && end < authority.upperBound ? end + 1 : end
    guard Authority.isPort(hostEnd..<authority.upperBound, in: bytes) else { return .badPort }
    if isBracketed { return Authority.isIPv6(first + 1..<end, in: bytes) ? .address : .name }
    if bytes.matches("localhost", in: first..<end) { return .localhost }
    return Authority.isIPv4(first..<end, in: bytes) ? .address : .name
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
