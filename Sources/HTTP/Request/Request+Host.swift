/// The host that a request was sent to: the authority without its port. Looked at in place.
extension Request {
  /// Where in `head` the host is; empty where none was named. An IPv6 address has its brackets.
  package var host: Range<Int> {
    var end = authority.upperBound
    // A port is digits, and no name or bracketed address ends in a colon: the part behind the last colon is a port, or there
    // is no colon but those in brackets.
    while end > authority.lowerBound, head[end - 1].isDigit { end -= 1 }
    guard end > authority.lowerBound, head[end - 1] == UInt8(ascii: ":") else { return authority }
    return authority.lowerBound..<end - 1
  }

  /// Whether the host is an address and no name. A name of digits and dots is one too: browsers take any that ends in a number
  /// for an IPv4 address (WHATWG URL, "ends in a number checker"), so no name server is asked for it.
  package var hostIsAddress: Bool {
    let host = host
    guard let first = host.first else { return false }
    if head[first] == UInt8(ascii: "[") { return true }
    return host.allSatisfy { head[$0].isDigit || head[$0] == UInt8(ascii: ".") }
  }

  /// Whether the host is that name, in any case.
  ///
  /// - Parameter name: In lower case.
  package func hostIs(_ name: [UInt8]) -> Bool {
    let host = host
    guard host.count == name.count else { return false }
    return name.indices.allSatisfy { head[host.lowerBound + $0].asciiLowercased == name[$0] }
  }

  /// Whether the host ends in that, in any case, and is longer.
  ///
  /// - Parameter ending: In lower case.
  package func hostEnds(in ending: StaticString) -> Bool {
    let (host, count) = (host, ending.utf8CodeUnitCount)
    guard host.count > count else { return false }
    return head.span.matches(ending, in: host.upperBound - count..<host.upperBound)
  }

  /// Whether the host has a dot: what others can register has one.
  package var hostHasDot: Bool {
    host.contains { head[$0] == UInt8(ascii: ".") }
  }
}
