import HTTP

/// Properties of requests that their responses depend on: one bit for each request, for at most 64 requests.
struct RequestTraits {
  private var head: UInt64 = 0
  private var legacy: UInt64 = 0
  private var safe: UInt64 = 0

  mutating func set(of request: borrowing Request, number: UInt32) {
    let bit: UInt64 = 1 << UInt64(number & 63)
    if request.method == .head { head |= bit } else { head &= ~bit }
    if request.minorVersion == 0 { legacy |= bit } else { legacy &= ~bit }
    if request.method == .get || request.method == .head { safe |= bit } else { safe &= ~bit }
  }

  func isHead(_ number: UInt32) -> Bool { head >> UInt64(number & 63) & 1 == 1 }
  /// Whether the request changes nothing (RFC 9110 §9.2.1).
  func isSafe(_ number: UInt32) -> Bool { safe >> UInt64(number & 63) & 1 == 1 }
  func isLegacy(_ number: UInt32) -> Bool { legacy >> UInt64(number & 63) & 1 == 1 }
}
