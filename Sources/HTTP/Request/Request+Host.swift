/// The host that a request was sent to: the authority without its port. Looked at in place.
extension Request {
  /// What can be told of a host by its looks.
  package enum HostKind: Sendable {
    /// The request names none, as those of HTTP/1.0 may.
    case absent
    /// An IP address. What ends in a number is one: browsers take it for IPv4, or for nothing (WHATWG URL, "ends in a number
    /// checker"), and ask no name server for it. Here it is digits and dots.
    case address
    /// A name without a dot, or one below `localhost` (RFC 6761 §6.3): nobody can register it.
    case local
    case name
  }

  package var hostKind: HostKind {
    let (bytes, end) = (head.span, authority.upperBound)
    guard !authority.isEmpty else { return .absent }
    if bytes[authority.lowerBound] == UInt8(ascii: "[") { return .address }
    var (index, hasDot, isNumeric) = (authority.lowerBound, false, true)
    while index < end, bytes[index] != UInt8(ascii: ":") {
      let isDot = bytes[index] == UInt8(ascii: ".")
      hasDot = hasDot || isDot
      isNumeric = isNumeric && (isDot || bytes[index].isDigit)
      index += 1
    }
    if !hasDot { return .local }
    if isNumeric { return .address }
    let isBelow = index - authority.lowerBound > 10 && bytes.matches(".localhost", in: index - 10..<index)
    return isBelow ? .local : .name
  }

  /// Whether the host is that name, in any case, whatever the port.
  ///
  /// - Parameter name: In lower case.
  package func hostIs(_ name: [UInt8]) -> Bool {
    let (start, end) = (authority.lowerBound, authority.lowerBound + name.count)
    guard authority.upperBound == end || authority.upperBound > end && head[end] == UInt8(ascii: ":") else {
      return false
    }
    return name.indices.allSatisfy { head[start + $0].asciiLowercased == name[$0] }
  }
}
