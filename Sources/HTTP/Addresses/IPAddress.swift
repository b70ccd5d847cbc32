import Glibc

/// An IP address without a port, in network order. IPv4 addresses are stored in mapped form (RFC 4291 §2.5.5.2), so
/// that a client has one address in both forms.
package struct IPAddress: Hashable, Sendable {
  /// The 128 bits as loaded from memory in network order.
  package let bytes: UInt128

  /// Creates an address from 16 bytes in network order.
  package init(bytes: UInt128) {
    self.bytes = bytes
  }

  /// Creates a mapped IPv4 address.
  ///
  /// - Parameter ipv4: The address in network order.
  package init(ipv4: UInt32) {
    bytes = Self.mappedPrefix | UInt128(ipv4) << 96
  }

  /// Parses `192.0.2.7` or `2001:db8::7`; nil for anything else.
  package init?(_ text: String) {
    var (ipv4, ipv6) = (in_addr(), in6_addr())
    if inet_pton(AF_INET, text, &ipv4) == 1 {
      self.init(ipv4: ipv4.s_addr)
    } else if inet_pton(AF_INET6, text, &ipv6) == 1 {
      self.init(bytes: withUnsafeBytes(of: ipv6) { $0.loadUnaligned(as: UInt128.self) })
    } else {
      return nil
    }
  }

  /// `::ffff:0:0/96`, as loaded from memory on a little-endian machine.
  private static let mappedPrefix = UInt128(0xFFFF) << 80

  /// Whether the address is IPv4 in mapped form.
  package var isIPv4: Bool { bytes & (UInt128(1) << 96 - 1) == Self.mappedPrefix }

  /// The address by which a client is counted: an IPv6 client usually controls a whole /64 (RFC 6177), which counts as
  /// one.
  package var subscriber: IPAddress { isIPv4 ? self : IPAddress(bytes: bytes & (UInt128(1) << 64 - 1)) }

  /// Whether the address is in 127.0.0.0/8 or is ::1.
  package var isLoopback: Bool {
    isIPv4 ? UInt8(truncatingIfNeeded: bytes >> 96) == 127 : bytes == UInt128(1) << 120
  }
}

extension IPAddress: CustomStringConvertible {
  /// The address in its usual notation, IPv4 in dotted decimal.
  package var description: String {
    var raw = isIPv4 ? UInt128(UInt32(truncatingIfNeeded: bytes >> 96)) : bytes
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    inet_ntop(isIPv4 ? AF_INET : AF_INET6, &raw, &text, socklen_t(text.count))
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
