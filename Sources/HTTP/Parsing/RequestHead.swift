/// An incremental parser of the request line and the fields (RFC 9112 §2–§3).
///
/// Stores positions, no bytes. Each part is validated at its last byte, so invalid input is rejected at once, and the
/// result does not depend on how the bytes are split.
struct RequestHead: Sendable {
  /// RFC 9112 §3: a method longer than any that is implemented gets 501.
  private static let methodLimit = 64

  private enum Stage {
    case method, target, version, fields
  }

  private(set) var method = Method.other
  private(set) var minorVersion: UInt8 = 1
  var path = 0..<0
  var query: Range<Int>?
  var authority = 0..<0
  var hostKind = Request.HostKind.absent
  private(set) var fields: [Request.FieldRange] = []
  private(set) var fieldNames = FieldNames()
  private(set) var framing = Framing()
  private var stage = Stage.method
  private var position = 0
  private(set) var target = 0..<0
  /// The limit of the content, once the head is complete.
  private(set) var bodyLimit = 0
  private var section: FieldSection

  init(limits: RequestParser.Limits) {
    section = FieldSection(start: 0, limits: limits)
  }

  /// The position of the first byte behind the head, once it is complete.
  var end: Int { section.position }
  var keepsAlive: Bool { framing.keepsAlive(minorVersion: minorVersion) }
  var fieldCount: Int { section.count }
  var sectionSize: Int { section.position - position }

  /// Continues parsing.
  ///
  /// - Parameter bytes: All bytes of the head that were received so far.
  /// - Returns: Whether the head is complete.
  mutating func read(_ bytes: Span<UInt8>, limits: RequestParser.Limits) throws(RequestError) -> Bool {
    if stage == .method { guard try readMethod(bytes) else { return false } }
    if stage == .target { guard try readTarget(bytes, limits) else { return false } }
    if stage == .version { guard try readVersion(bytes, limits) else { return false } }
    while let line = try section.next(in: bytes, limits: limits) {
      guard case .field(let name, let value) = line else {
        // The path decides about the limit, so a content that is too large is refused before it is read.
        bodyLimit = limits.body(at: path, in: bytes)
        try framing.conclude(minorVersion: minorVersion, in: bytes, bodyLimit: bodyLimit)
        if authority.isEmpty, let host = framing.host { (authority, hostKind) = (host, framing.hostKind) }
        return true
      }
      try framing.record(name: name, value: value, in: bytes)
      fields.append(Request.FieldRange(name: name, value: value))
      fieldNames.insert(name, in: bytes)
    }
    return false
  }

  /// Moves the fields to the caller.
  mutating func takeFields() -> [Request.FieldRange] {
    var taken: [Request.FieldRange] = []
    swap(&taken, &fields)
    return taken
  }

  private mutating func readMethod(_ bytes: Span<UInt8>) throws(RequestError) -> Bool {
    position = bytes.endOfToken(from: position, to: min(bytes.count, Self.methodLimit))
    guard position < bytes.count else { return false }
    let seen = 0..<position + 1
    guard bytes[position] == .space, position > 0 else {
      if ByteSet.token.contains(bytes[position]) {
        throw .notImplemented("The method begins with \(Excerpt.of(bytes, seen)), unlike any supported method.")
      }
      throw .malformed(
        "The request begins with \(Excerpt.of(bytes, seen)), which is not a method; begin with a method and a space, "
          + "such as \"GET /livez HTTP/1.1\".")
    }
    method = Method(bytes, 0..<position)
    position += 1
    target = position..<position
    stage = .target
    return true
  }

  private mutating func readTarget(_ bytes: Span<UInt8>, _ limits: RequestParser.Limits) throws(RequestError) -> Bool {
    let limit = target.lowerBound + limits.target
    position = bytes.firstInvisible(from: position, to: min(bytes.count, limit))
    guard position < bytes.count else { return false }
    guard bytes[position] == .space, position > target.lowerBound else {
      if bytes[position] > 0x20, bytes[position] < 0x7F { throw .targetTooLong(limit: limits.target) }
      throw .malformed(
        "The request line begins with \(Excerpt.of(bytes, 0..<position + 1)); write method, target and version with "
          + "one space between them, and percent-encode other bytes.")
    }
    target = target.lowerBound..<position
    try resolveTarget(bytes)
    position += 1
    stage = .version
    return true
  }

  private mutating func readVersion(_ bytes: Span<UInt8>, _ limits: RequestParser.Limits) throws(RequestError) -> Bool {
    let start = target.upperBound + 1
    let isUsual = position == start && bytes.count >= start + 10 && bytes.isText("HTTP/1.1\r\n", start..<start + 10)
    if isUsual { position += 10 } else { try checkVersion(bytes, from: start) }
    guard position == start + 10 else { return false }
    // `checkVersion` admits digits only in these places.
    guard bytes[start + 5] == UInt8(ascii: "1") else { throw .unsupportedVersion(Excerpt.of(bytes, start..<start + 8)) }
    // RFC 9110 §2.5: a higher minor version is treated as the highest supported one.
    minorVersion = min(1, bytes[start + 7] - UInt8(ascii: "0"))
    section = FieldSection(start: position, limits: limits)
    stage = .fields
    fields.reserveCapacity(8)
    return true
  }

  /// Advances through the received part of the version and the line end.
  private mutating func checkVersion(_ bytes: Span<UInt8>, from start: Int) throws(RequestError) {
    for expected in Array("HTTP/0.0\r\n".utf8).dropFirst(position - start) where position < bytes.count {
      let byte = bytes[position]
      // A zero matches any digit.
      guard expected == UInt8(ascii: "0") ? byte.isDigit : byte == expected else {
        throw .malformed(
          "The target is followed by \(Excerpt.of(bytes, start..<position + 1)); use a space, \"HTTP/1.1\" and CRLF.")
      }
      position += 1
    }
  }
}
