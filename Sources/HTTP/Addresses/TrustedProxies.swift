/// The proxies that are believed when they say for whom they ask, and where they say it.
///
/// One field is believed and no other: a proxy that writes one passes on what a client has written into the other.
package struct TrustedProxies: Sendable, Equatable {
  package enum Field: String, Sendable, CaseIterable {
    case xForwardedFor = "x-forwarded-for"
    /// RFC 7239.
    case forwarded
  }

  package var networks: [IPNetwork]
  package var field: Field

  package init(networks: [IPNetwork] = [], field: Field = .xForwardedFor) {
    self.networks = networks
    self.field = field
  }

  package func contains(_ address: IPAddress) -> Bool {
    networks.contains { $0.contains(address) }
  }

  /// Who asks: the last address on the way here that is not a trusted proxy's. What stands before it was written by nobody that
  /// is believed.
  ///
  /// - Parameter peer: The other end of the connection.
  package func client(of request: Request, from peer: IPAddress) -> IPAddress {
    guard contains(peer) else { return peer }
    var nearest = peer
    for member in members(of: request) {
      guard let address = address(of: member) else { break }
      nearest = address
      if !contains(address) { break }
    }
    return nearest
  }

  /// The field's members, the last one first. They are looked for from the right, where the trusted proxies have written: a
  /// quote that a client has left open swallows nothing that stands after it.
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

  /// An address, with or without a port; RFC 7239 §6 has `unknown` and made-up names beside, which are none.
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
  /// Without the optional whitespace of HTTP around it.
  fileprivate var trimmed: String {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    guard let first = firstIndex(where: { !isSpace($0) }), let last = lastIndex(where: { !isSpace($0) }) else {
      return ""
    }
    return String(self[first...last])
  }
}
