/// The four forms of a request target (RFC 9112 §3.2), all resolved to a path and a query.
extension RequestHead {
  mutating func resolveTarget(_ bytes: Span<UInt8>) throws(RequestError) {
    // RFC 9110 §9.3.6: the only method with authority-form. An origin server need not support it.
    if method == .other, bytes.isText("CONNECT", 0..<target.lowerBound - 1) {
      throw .malformed(
        "CONNECT is not supported, since this server opens no tunnels; send a request to one of its paths.")
    }
    // The target is not empty: `readTarget` refuses two spaces in a row.
    if bytes[target.lowerBound] == UInt8(ascii: "/") {
      return try resolvePath(from: target.lowerBound, bytes)
    }
    if target.count == 1, bytes[target.lowerBound] == UInt8(ascii: "*") {
      guard method == .options else {
        throw .malformed("The target \"*\" is allowed only with OPTIONS; send a path, such as \"/livez\".")
      }
      path = target
      return
    }
    try resolveAbsolute(bytes)
  }

  private mutating func resolvePath(from start: Int, _ bytes: Span<UInt8>) throws(RequestError) {
    let pathEnd = bytes.endOfEncoded(.path, in: start..<target.upperBound)
    path = start..<pathEnd
    guard pathEnd < target.upperBound else { return }
    guard bytes[pathEnd] == UInt8(ascii: "?") else { throw unencoded(at: pathEnd, bytes) }
    try resolveQuery(from: pathEnd + 1, bytes)
  }

  private mutating func resolveQuery(from start: Int, _ bytes: Span<UInt8>) throws(RequestError) {
    let end = bytes.endOfEncoded(.query, in: start..<target.upperBound)
    guard end == target.upperBound else { throw unencoded(at: end, bytes) }
    query = start..<end
  }

  /// `http://authority path-abempty [ "?" query ]`. The authority overrides Host (RFC 9112 §3.2.2).
  private mutating func resolveAbsolute(_ bytes: Span<UInt8>) throws(RequestError) {
    let start = target.lowerBound + 7
    guard target.count > 7, bytes.matches("http://", in: target.lowerBound..<start) else {
      throw .malformed("The target is \(Excerpt.of(bytes, target)); send a path that begins with \"/\".")
    }
    let end = (start..<target.upperBound).first { [UInt8(ascii: "/"), UInt8(ascii: "?")].contains(bytes[$0]) }
    authority = start..<(end ?? target.upperBound)
    guard let kind = Authority.hostKind(authority, in: bytes) else {
      throw .malformed(
        "The target's authority is \(Excerpt.of(bytes, authority)); send a host and optionally a port, without a user.")
    }
    hostKind = kind
    if let end, bytes[end] == UInt8(ascii: "/") { return try resolvePath(from: end, bytes) }
    // An empty path is "/" (RFC 9110 §4.2.3); the byte before the authority is one.
    path = start - 1..<start
    if let end { try resolveQuery(from: end + 1, bytes) }
  }

  private func unencoded(at index: Int, _ bytes: Span<UInt8>) -> RequestError {
    let byte = bytes[index]
    let seen = Excerpt.of(bytes, max(target.lowerBound, index - 40)..<index + 1)
    return switch byte {
    case UInt8(ascii: "%"):
      .malformed("The target has a \"%\" without two hexadecimal digits, after \(seen); write \"%25\".")
    case UInt8(ascii: "#"): .malformed("The target has a fragment, at the end of \(seen); omit it.")
    default: .malformed("The target has a byte that must be percent-encoded, at the end of \(seen).")
    }
  }
}
