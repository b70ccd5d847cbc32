import Glibc

/// An IP address, without a port, in network order; IPv4 in its mapped form (RFC 4291 §2.5.5.2), so that one client counts as
/// one by either way.
package struct IPAddress: Hashable, Sendable {
  package let bytes: UInt128

  package init(bytes: UInt128) {
    self.bytes = bytes
  }

  /// - Parameter ipv4: In network order.
  package init(ipv4: UInt32) {
    bytes = Self.mappedPrefix | UInt128(ipv4) << 96
  }

  /// Reads `192.0.2.7` or `2001:db8::7`; nil for anything else.
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

  /// `::ffff:0:0/96`, read from memory on a little-endian machine.
  private static let mappedPrefix = UInt128(0xFFFF) << 80

  package var isIPv4: Bool { bytes & (UInt128(1) << 96 - 1) == Self.mappedPrefix }

  /// Whose address it is, as far as it tells: an IPv6 client has a whole /64 at hand (RFC 6177), and counts as one.
  package var subscriber: IPAddress { isIPv4 ? self : IPAddress(bytes: bytes & (UInt128(1) << 64 - 1)) }

  /// 127.0.0.0/8 or ::1.
  package var isLoopback: Bool {
    isIPv4 ? UInt8(truncatingIfNeeded: bytes >> 96) == 127 : bytes == UInt128(1) << 120
  }
}

extension IPAddress: CustomStringConvertible {
  package var description: String {
    var raw = isIPv4 ? UInt128(UInt32(truncatingIfNeeded: bytes >> 96)) : bytes
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    inet_ntop(isIPv4 ? AF_INET : AF_INET6, &raw, &text, socklen_t(text.count))
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
