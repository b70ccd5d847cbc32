/// A range of addresses with a common prefix, such as `10.0.0.0/8` or `2001:db8::/32`; or a single address,
/// `192.0.2.7`.
package struct IPNetwork: Hashable, Sendable {
  private let prefix: UInt128
  private let mask: UInt128

  /// Parses an address with an optional prefix length; nil for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let address = IPAddress(String(parts[0])) else { return nil }
    // A mapped address in IPv6 notation, such as `::ffff:10.0.0.0/104`, counts its prefix in all 128 bits.
    let width = address.isIPv4 && !parts[0].contains(":") ? 32 : 128
    var length = width
    if parts.count == 2 {
      guard parts[1].allSatisfy({ $0.isASCII && $0.isNumber }), let given = Int(parts[1]), given <= width else {
        return nil
      }
      length = given
    }
    let bits = 128 - width + length
    mask = bits == 0 ? 0 : .max << (128 - bits)
    prefix = UInt128(bigEndian: address.bytes) & mask
  }

  /// Whether the network contains the address.
  package func contains(_ address: IPAddress) -> Bool {
    UInt128(bigEndian: address.bytes) & mask == prefix
  }
}
