/// The fields that determine the framing of the message and the persistence of its connection: host, length, coding,
/// connection options and expectation.
///
/// Ambiguous framing is rejected, since two recipients could read it differently (RFC 9112 §11.2, request smuggling).
struct Framing: Sendable {
  enum Content: Equatable {
    case none
    case length(Int)
    case chunked
  }

  private(set) var host: Range<Int>?
  private(set) var hostKind = Request.HostKind.absent
  private(set) var content = Content.none
  private(set) var expectsContinue = false
  /// Whether a content coding other than `identity` was named (RFC 9110 §8.4). It does not affect the framing.
  private(set) var isEncoded = false
  private var contentLength: Int?
  private var transferEncoding: Range<Int>?
  private var expectation: Range<Int>?
  private var hasOrigin = false
  private var asksToClose = false
  private var asksToKeepAlive = false

  /// Records a field, if it is relevant here.
  mutating func record(name: Range<Int>, value: Range<Int>, in bytes: Span<UInt8>) throws(RequestError) {
    switch name.count {
    case 4 where bytes.matches("host", in: name): try recordHost(value, in: bytes)
    case 6 where bytes.matches("expect", in: name): recordExpectation(value, in: bytes)
    case 6 where bytes.matches("origin", in: name): try recordOrigin(value, in: bytes)
    case 10 where bytes.matches("connection", in: name): recordConnection(value, in: bytes)
    case 14 where bytes.matches("content-length", in: name): try recordContentLength(value, in: bytes)
    case 16 where bytes.matches("content-encoding", in: name): recordContentEncoding(value, in: bytes)
    case 17 where bytes.matches("transfer-encoding", in: name): try recordTransferEncoding(value, in: bytes)
    default: break
    }
  }

  /// Whether the connection persists after the message.
  func keepsAlive(minorVersion: UInt8) -> Bool {
    !asksToClose && (minorVersion > 0 || asksToKeepAlive)
  }

  /// Validates the fields together, after the last one.
  mutating func conclude(minorVersion: UInt8, in bytes: Span<UInt8>, bodyLimit: Int) throws(RequestError) {
    // RFC 9112 §3.2: a 1.1 request without Host is answered with 400.
    guard host != nil || minorVersion == 0 else {
      throw .malformed("The Host field is missing; send exactly one, such as \"Host: 127.0.0.1:8080\".")
    }
    content = try contentFraming(minorVersion: minorVersion, in: bytes, bodyLimit: bodyLimit)
    guard let expectation else { return }
    guard bytes.matches("100-continue", in: expectation) else {
      throw .unknownExpectation(Excerpt.of(bytes, expectation))
    }
    // RFC 9110 §10.1.1: ignored in 1.0, and without content.
    expectsContinue = minorVersion > 0 && content != .none
  }

  private func contentFraming(
    minorVersion: UInt8, in bytes: Span<UInt8>, bodyLimit: Int
  ) throws(RequestError) -> Content {
    if let transferEncoding {
      // RFC 9112 §6.1: HTTP/1.0 has no transfer codings; both framings together indicate an attack.
      guard minorVersion > 0 else {
        throw .malformed("Transfer-Encoding is not part of HTTP/1.0; send Content-Length, or use HTTP/1.1.")
      }
      guard contentLength == nil else {
        throw .malformed("The request has both Transfer-Encoding and Content-Length; send one of them.")
      }
      try checkCoding(transferEncoding, in: bytes)
      return .chunked
    }
    guard let contentLength, contentLength > 0 else { return .none }
    guard contentLength <= bodyLimit else { throw .contentTooLarge(limit: bodyLimit) }
    return .length(contentLength)
  }
}

extension Framing {
  private mutating func recordHost(_ value: Range<Int>, in bytes: Span<UInt8>) throws(RequestError) {
    guard host == nil else {
      throw .malformed("There are several Host fields, the last is \(Excerpt.of(bytes, value)); send exactly one.")
    }
    guard let kind = Authority.hostKind(value, in: bytes) else {
      throw .malformed(
        "Host is \(Excerpt.of(bytes, value)); send a host and optionally a port, such as \"127.0.0.1:8080\".")
    }
    (host, hostKind) = (value, kind)
  }

  /// Keeps an unknown expectation if there is one. An empty list expects nothing.
  private mutating func recordExpectation(_ value: Range<Int>, in bytes: Span<UInt8>) {
    if value.isEmpty || expectation != nil && bytes.matches("100-continue", in: value) { return }
    // A later `100-continue` must not hide an expectation that the server does not know.
    expectation = value
  }

  /// A page has one origin (RFC 6454 §7.3): of two fields, the checked one may not be the intended one.
  private mutating func recordOrigin(_ value: Range<Int>, in bytes: Span<UInt8>) throws(RequestError) {
    if hasOrigin {
      throw .malformed("There are several Origin fields, the last is \(Excerpt.of(bytes, value)); send at most one.")
    }
    hasOrigin = true
  }

  private mutating func recordConnection(_ value: Range<Int>, in bytes: Span<UInt8>) {
    Self.forEachMember(of: value, in: bytes) { option in
      if bytes.matches("close", in: option) { asksToClose = true }
      if bytes.matches("keep-alive", in: option) { asksToKeepAlive = true }
    }
  }

  private mutating func recordContentEncoding(_ value: Range<Int>, in bytes: Span<UInt8>) {
    Self.forEachMember(of: value, in: bytes) { coding in
      if !coding.isEmpty, !bytes.matches("identity", in: coding) { isEncoded = true }
    }
  }

  /// Calls `body` with each member of a list of tokens (RFC 9110 §5.6.1).
  private static func forEachMember(of value: Range<Int>, in bytes: Span<UInt8>, _ body: (Range<Int>) -> Void) {
    var start = value.lowerBound
    while start < value.upperBound {
      var end = start
      while end < value.upperBound, bytes[end] != UInt8(ascii: ",") { end += 1 }
      body(bytes.trimmingWhitespace(start..<end))
      start = end + 1
    }
  }

  /// Allows digits only, and one field only: a list of equal values may be collapsed (RFC 9110 §8.6), but regular
  /// clients do not send one.
  private mutating func recordContentLength(_ value: Range<Int>, in bytes: Span<UInt8>) throws(RequestError) {
    guard contentLength == nil else {
      throw .malformed(
        "There are several Content-Length fields, the last is \(Excerpt.of(bytes, value)); send exactly one.")
    }
    guard !value.isEmpty,
      bytes.firstIndex(notIn: .digits, from: value.lowerBound, to: value.upperBound) == value.upperBound
    else {
      throw .malformed(
        "Content-Length is \(Excerpt.of(bytes, value)); send the number of bytes in decimal digits, such as \"5\".")
    }
    var length = 0
    for index in value {
      // The check above admits digits only, so the subtraction below cannot trap.
      let (tens, overflow) = length.multipliedReportingOverflow(by: 10)
      let (sum, carry) = tens.addingReportingOverflow(Int(bytes[index] - UInt8(ascii: "0")))
      // A length beyond `Int` exceeds every limit, so it gets 413 like any other that is too large.
      length = overflow || carry ? .max : sum
      if length == .max { break }
    }
    contentLength = length
  }

  private mutating func recordTransferEncoding(_ value: Range<Int>, in bytes: Span<UInt8>) throws(RequestError) {
    guard transferEncoding == nil else {
      throw .malformed("There are several Transfer-Encoding fields; send exactly one, \"chunked\".")
    }
    transferEncoding = value
  }

  /// Only `chunked` is supported. Other codings before it: 501. Without it as the last one, the end of the content is
  /// undefined (RFC 9112 §6.1, §6.3).
  private func checkCoding(_ value: Range<Int>, in bytes: Span<UInt8>) throws(RequestError) {
    if bytes.matches("chunked", in: value) { return }
    if let comma = value.last(where: { bytes[$0] == UInt8(ascii: ",") }) {
      let first = bytes.trimmingWhitespace(value.lowerBound..<comma)
      let last = bytes.trimmingWhitespace(comma + 1..<value.upperBound)
      let firstIsToken =
        bytes.firstIndex(notIn: .token, from: first.lowerBound, to: first.upperBound) == first.upperBound
      if bytes.matches("chunked", in: last), firstIsToken, !first.isEmpty, !bytes.matches("chunked", in: first) {
        throw .notImplemented(
          "The transfer coding \(Excerpt.of(bytes, first)) is not supported; send \"Transfer-Encoding: chunked\"."
        )
      }
    }
    throw .malformed(
      "Transfer-Encoding is \(Excerpt.of(bytes, value)); send \"chunked\", exactly once and without other codings.")
  }
}
