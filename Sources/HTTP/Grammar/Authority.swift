/// `uri-host [ ":" port ]`, as in Host and in an absolute-form target (RFC 9110 §4.2, RFC 3986 §3.2).
///
/// Stricter than RFC 3986 in one respect: the host must not be empty (RFC 9110 §4.2.1).
enum Authority {
  /// The kind of the host; nil if the range is not a valid authority.
  static func hostKind(_ range: Range<Int>, in bytes: Span<UInt8>) -> Request.HostKind? {
    guard let end = endOfHost(range, in: bytes), end > range.lowerBound,
      let port = port(end..<range.upperBound, in: bytes)
    else { return nil }
    if port > 65_535 { return .badPort }
    let host = range.lowerBound..<end
    if bytes[host.lowerBound] == UInt8(ascii: "[") {
      // `endOfHost` ends behind the closing bracket.
      return isIPv6(host.lowerBound + 1..<end - 1, in: bytes) ? .address : .name
    }
    if bytes.matches("localhost", in: host) { return .localhost }
    return isIPv4(host, in: bytes) ? .address : .name
  }

  /// The port of a colon and digits, at most 65,536; 0 without digits; nil for other text.
  private static func port(_ range: Range<Int>, in bytes: Span<UInt8>) -> Int? {
    guard !range.isEmpty else { return 0 }
    guard bytes[range.lowerBound] == UInt8(ascii: ":") else { return nil }
    var (port, index) = (0, range.lowerBound + 1)
    while index < range.upperBound {
      guard bytes[index].isDigit else { return nil }
      // Saturates, so that no number of digits overflows.
      port = min(port * 10 + Int(bytes[index] - UInt8(ascii: "0")), 65_536)
      index += 1
    }
    return port
  }

  private static func endOfHost(_ range: Range<Int>, in bytes: Span<UInt8>) -> Int? {
    guard !range.isEmpty, bytes[range.lowerBound] == UInt8(ascii: "[") else {
      return bytes.endOfEncoded(.name, in: range)
    }
    guard let close = range.first(where: { bytes[$0] == UInt8(ascii: "]") }) else { return nil }
    let literal = range.lowerBound + 1..<close
    return isIPv6(literal, in: bytes) || isFutureAddress(literal, in: bytes) ? close + 1 : nil
  }

  /// `"v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )`.
  private static func isFutureAddress(_ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    let end = range.upperBound
    guard !range.isEmpty, bytes[range.lowerBound].asciiLowercased == UInt8(ascii: "v") else { return false }
    let dot = bytes.firstIndex(notIn: .hexDigits, from: range.lowerBound + 1, to: end)
    guard dot > range.lowerBound + 1, dot + 1 < end, bytes[dot] == UInt8(ascii: ".") else { return false }
    return (dot + 1..<end).allSatisfy { ByteSet.name.contains(bytes[$0]) || bytes[$0] == UInt8(ascii: ":") }
  }

  /// Whether the range is an IPv6 address: eight groups of one to four hexadecimal digits; `::` once for one or more of
  /// them; the last two may be an IPv4 address.
  private static func isIPv6(_ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    let (colon, end) = (UInt8(ascii: ":"), range.upperBound)
    var (index, groups, isCompressed) = (range.lowerBound, 0, false)
    if range.count >= 2, bytes[index] == colon, bytes[index + 1] == colon {
      isCompressed = true
      index += 2
    }
    while index < end {
      let groupEnd = bytes.firstIndex(notIn: .hexDigits, from: index, to: min(end, index + 4))
      guard groupEnd > index else { return false }
      if groupEnd < end, bytes[groupEnd] == UInt8(ascii: ".") {
        return isIPv4(index..<end, in: bytes) && (isCompressed ? groups <= 5 : groups == 6)
      }
      groups += 1
      index = groupEnd
      guard index < end else { break }
      guard bytes[index] == colon, index + 1 < end else { return false }
      index += 1
      if bytes[index] == colon {
        guard !isCompressed else { return false }
        isCompressed = true
        index += 1
      }
    }
    return isCompressed ? groups <= 7 : groups == 8
  }

  /// Whether the range is four numbers from 0 to 255 without leading zeros.
  private static func isIPv4(_ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    var (number, digits, dots) = (0, 0, 0)
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: ".") {
        guard digits > 0 else { return false }
        (number, digits, dots) = (0, 0, dots + 1)
      } else {
        guard byte.isDigit, digits == 0 || number > 0 else { return false }
        number = number * 10 + Int(byte - UInt8(ascii: "0"))
        guard number <= 255 else { return false }
        digits += 1
      }
    }
    return dots == 3 && digits > 0
  }
}
