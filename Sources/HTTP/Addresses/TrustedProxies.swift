/// The proxies that are trusted to report the client's address, and the field in which they do.
///
/// Only one field is trusted: a proxy that writes one of them passes the other on as the client sent it.
package struct TrustedProxies: Sendable, Equatable {
  /// A field that contains the client's address.
  package enum Field: String, Sendable, CaseIterable {
    case xForwardedFor = "x-forwarded-for"
    /// RFC 7239.
    case forwarded
  }

  /// The networks of the proxies.
  package var networks: [IPNetwork]
  /// The trusted field.
  package var field: Field

  /// Creates a set of proxies; without networks none is trusted.
  package init(networks: [IPNetwork] = [], field: Field = .xForwardedFor) {
    self.networks = networks
    self.field = field
  }

  /// Whether the address is that of a trusted proxy.
  package func contains(_ address: IPAddress) -> Bool {
    networks.contains { $0.contains(address) }
  }

  /// The address of the client: the last one on the path that is not a trusted proxy. Addresses before it are not
  /// trustworthy.
  ///
  /// - Parameter peer: The address of the connection's other end.
  package func client(of request: Request, from peer: IPAddress) -> IPAddress {
    // Any client can send the field, so only that of a trusted proxy counts.
    guard contains(peer) else { return peer }
    var nearest = peer
    for member in members(of: request) {
      // Behind a member that is no address, nothing is known about the path.
      guard let address = address(of: member) else { break }
      nearest = address
      if !contains(address) { break }
    }
    return nearest
  }

  /// The members of the field, the last one first. Parsed from the right, where the trusted proxies append: an open
  /// quote of a client cannot hide members after it.
  private func members(of request: Request) -> [ArraySlice<UInt8>] {
    var members: [ArraySlice<UInt8>] = []
    for line in lines(of: request).reversed() {
      var (end, isQuoted) = (line.endIndex, false)
      for index in line.indices.reversed() {
        if line[index] == UInt8(ascii: "\""), field == .forwarded { isQuoted.toggle() }
        guard line[index] == UInt8(ascii: ","), !isQuoted else { continue }
        members.append(line[(index + 1)..<end])
        end = index
      }
      members.append(line[..<end])
    }
    return members
  }

  private func lines(of request: Request) -> [ArraySlice<UInt8>] {
    let name: StaticString = field == .forwarded ? "forwarded" : "x-forwarded-for"
    return request.fields.filter { request.head.span.matches(name, in: $0.name) }.map { request.head[$0.value] }
  }

  private func address(of member: ArraySlice<UInt8>) -> IPAddress? {
    let text = String(decoding: member, as: UTF8.self)
    guard field == .forwarded else { return Self.address(text.trimmed) }
    for pair in text.split(separator: ";") {
      let parts = pair.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
      guard parts.count == 2, parts[0].lowercased() == "for" else { continue }
      let isQuoted = parts[1].count >= 2 && parts[1].hasPrefix("\"") && parts[1].hasSuffix("\"")
      return Self.address(isQuoted ? String(parts[1].dropFirst().dropLast()) : parts[1])
    }
    return nil
  }

  /// Parses an address with or without a port. `unknown` and obfuscated names (RFC 7239 §6) are not addresses.
  private static func address(_ text: String) -> IPAddress? {
    if text.hasPrefix("["), let close = text.firstIndex(of: "]") {
      let rest = text[text.index(after: close)...]
      return rest.isEmpty || rest.hasPrefix(":") ? IPAddress(String(text[..<close].dropFirst())) : nil
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    return IPAddress(parts.count == 2 ? String(parts[0]) : text)
  }
}

extension String {
  /// The string without the optional whitespace of HTTP at its ends.
  fileprivate var trimmed: String {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    guard let first = firstIndex(where: { !isSpace($0) }), let last = lastIndex(where: { !isSpace($0) }) else {
      return ""
    }
    return String(self[first...last])
  }
}
