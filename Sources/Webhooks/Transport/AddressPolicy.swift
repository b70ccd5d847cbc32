import Glibc

/// The addresses that the server may connect to for a client that sets a URL or controls its DNS.
///
/// Checked with the address of each connection, so that a changed DNS answer does not bypass it ("DNS rebinding").
package struct AddressPolicy: Sendable {
  /// Whether loopback, private and other special addresses are allowed.
  package var allowsPrivate: Bool

  /// Creates a policy.
  package init(allowsPrivate: Bool = false) {
    self.allowsPrivate = allowsPrivate
  }

  func allows(_ address: UnsafePointer<sockaddr>, length: Int) -> Bool {
    if allowsPrivate { return true }
    let bytes = UnsafeRawBufferPointer(start: address, count: length)
    switch Int32(address.pointee.sa_family) {
    case AF_INET where length >= MemoryLayout<sockaddr_in>.size:
      return Self.isPublic(ipv4: bytes[4..<8].reduce(0) { $0 << 8 | UInt32($1) })
    case AF_INET6 where length >= MemoryLayout<sockaddr_in6>.size: return Self.isPublic(ipv6: Array(bytes[8..<24]))
    // An address of an unknown family cannot be judged, so it is refused.
    default: return false
    }
  }

  /// Whether the address is neither for a special purpose (the registry of RFC 6890) nor multicast.
  static func isPublic(ipv4 address: UInt32) -> Bool {
    !special.contains { address >> (32 - $0.bits) == $0.network >> (32 - $0.bits) }
  }

  private static let special: [(network: UInt32, bits: UInt32)] = [
    (0x0000_0000, 8),  // 0.0.0.0/8: this network, and unspecified
    (0x0A00_0000, 8),  // 10.0.0.0/8: private
    (0x6440_0000, 10),  // 100.64.0.0/10: shared by the customers of a carrier
    (0x7F00_0000, 8),  // 127.0.0.0/8: loopback
    (0xA9FE_0000, 16),  // 169.254.0.0/16: link-local, with the metadata of clouds
    (0xAC10_0000, 12),  // 172.16.0.0/12: private
    (0xC000_0000, 24),  // 192.0.0.0/24: protocols
    (0xC000_0200, 24),  // 192.0.2.0/24: documentation
    (0xC058_6300, 24),  // 192.88.99.0/24: relays from IPv6
    (0xC0A8_0000, 16),  // 192.168.0.0/16: private
    (0xC612_0000, 15),  // 198.18.0.0/15: measuring
    (0xC633_6400, 24),  // 198.51.100.0/24: documentation
    (0xCB00_7100, 24),  // 203.0.113.0/24: documentation
    (0xE000_0000, 3),  // 224.0.0.0/4: multicast; 240.0.0.0/4: reserved, and broadcast
  ]

  /// Whether the address can be assigned to hosts (2000::/3) and has no special purpose, or embeds a public IPv4
  /// address.
  static func isPublic(ipv6 address: [UInt8]) -> Bool {
    func begins(_ prefix: [UInt8]) -> Bool { address.starts(with: prefix) }
    func embedded(at index: Int) -> Bool {
      isPublic(ipv4: address[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) })
    }
    // RFC 4291 §2.5.5.2: ::ffff:a.b.c.d. RFC 6052 §2.1: 64:ff9b::a.b.c.d.
    if begins([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) || begins([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) {
      return embedded(at: 12)
    }
    // RFC 3056: 2002:a.b.c.d::.
    if begins([0x20, 0x02]) { return embedded(at: 2) }
    // RFC 6890: 2001::/23 protocols, Teredo among them; 2001:db8::/32 documentation. RFC 9637: 3fff::/20 as well.
    if begins([0x20, 0x01]), address[2] < 2 || begins([0x20, 0x01, 0x0D, 0xB8]) { return false }
    if begins([0x3F, 0xFF]), address[2] < 0x10 { return false }
    return address[0] >> 5 == 1
  }
}

/// The text of an address.
func text(of address: UnsafePointer<sockaddr>, length: Int) -> String {
  var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
  let code = getnameinfo(address, socklen_t(length), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
  guard code == 0 else { return "an unknown address" }
  return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}
