/// Who is at the other end, without the port: an IPv6 address in network order, IPv4 in its mapped form
/// (RFC 4291 §2.5.5.2), so that one client counts as one by either way.
struct PeerAddress: Hashable, Sendable {
  let bytes: UInt128

  /// `::ffff:0:0/96`, read from memory on a little-endian machine.
  static let mappedPrefix = UInt128(0xFFFF) << 80

  var isIPv4: Bool { bytes & (UInt128(1) << 96 - 1) == PeerAddress.mappedPrefix }

  /// 127.0.0.0/8 or ::1.
  var isLoopback: Bool {
    isIPv4 ? UInt8(truncatingIfNeeded: bytes >> 96) == 127 : bytes == UInt128(1) << 120
  }
}
