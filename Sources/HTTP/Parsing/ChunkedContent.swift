/// Removes and validates the framing of chunked content (RFC 9112 §7.1).
struct ChunkedContent: Sendable {
  private enum Stage {
    case line, data, dataEnd, trailers
  }

  private var stage = Stage.line
  private var line = ChunkLine()
  private var remaining = 0
  /// Bytes of content in all chunks so far, including the current one.
  private var size = 0
  /// The bytes of the CRLF after a chunk's data that were read.
  private var endSeen = 0
  private var extensionSize = 0
  private var trailers: [UInt8] = []
  private var section: FieldSection
  private let limits: RequestParser.Limits

  /// Creates a parser for the content after a head.
  ///
  /// - Parameter head: The head, whose fields share their limits with the trailers.
  init(after head: RequestHead, limits: RequestParser.Limits) {
    var limits = limits
    limits.body = head.bodyLimit
    self.limits = limits
    section = FieldSection(start: 0, size: head.sectionSize, count: head.fieldCount, limits: limits)
  }

  /// Reads content from the front of `input` into `body`.
  ///
  /// - Returns: Whether the content is complete.
  mutating func read(_ input: inout Slice<UnsafeRawBufferPointer>, into body: inout [UInt8]) throws(RequestError)
    -> Bool
  {
    while !input.isEmpty {
      switch stage {
      case .line: try readLine(&input)
      case .data: readData(&input, into: &body)
      case .dataEnd: try readDataEnd(&input)
      case .trailers: return try readTrailers(&input)
      }
    }
    return false
  }

  private mutating func readLine(_ input: inout Slice<UnsafeRawBufferPointer>) throws(RequestError) {
    while let byte = input.popFirst() {
      guard try line.receive(byte, limit: limits.chunkLine) else { continue }
      try checkExtensions()
      // `size` never exceeds the limit; a sum on the other side could overflow.
      guard line.size <= limits.body - size else { throw .contentTooLarge(limit: limits.body) }
      remaining = line.size
      size += remaining
      stage = remaining == 0 ? .trailers : .data
      line = ChunkLine()
      return
    }
  }

  /// RFC 9112 §7.1.1: a recipient ought to limit the total length of extensions as well.
  private mutating func checkExtensions() throws(RequestError) {
    // A size of 64 bits has up to 16 hexadecimal digits.
    extensionSize += max(0, line.length - 16)
    guard extensionSize <= limits.field else {
      throw .malformed("The chunks' extensions exceed the limit; omit extensions, this server supports none.")
    }
  }

  private mutating func readData(_ input: inout Slice<UnsafeRawBufferPointer>, into body: inout [UInt8]) {
    let taken = min(remaining, input.count)
    body.append(input.prefix(taken), limit: limits.body)
    input.removeFirst(taken)
    remaining -= taken
    if remaining == 0 { stage = .dataEnd }
  }

  private mutating func readDataEnd(_ input: inout Slice<UnsafeRawBufferPointer>) throws(RequestError) {
    while let byte = input.popFirst() {
      guard byte == (endSeen == 0 ? .carriageReturn : .lineFeed) else {
        throw .malformed(
          "A chunk's data is followed by \(Excerpt.of([byte])) instead of CRLF; send the size of the data.")
      }
      endSeen += 1
      guard endSeen == 2 else { continue }
      endSeen = 0
      stage = .line
      return
    }
  }

  private mutating func readTrailers(_ input: inout Slice<UnsafeRawBufferPointer>) throws(RequestError) -> Bool {
    let known = trailers.count
    // `known` never exceeds this sum, which bounds all earlier parts, so the length is not negative.
    trailers.append(contentsOf: UnsafeRawBufferPointer(rebasing: input.prefix(limits.headerSection + 4 - known)))
    let bytes = trailers
    while let next = try section.next(in: bytes.span, limits: limits) {
      guard case .field(let name, _) = next else {
        // The section ends behind the known bytes, which did not complete it.
        input.removeFirst(section.position - known)
        return true
      }
      try Self.checkTrailer(name, in: bytes.span)
    }
    input.removeFirst(bytes.count - known)
    return false
  }

  /// Fields that control framing, routing or access are too late in a trailer (RFC 9110 §6.5.1).
  private static func checkTrailer(_ name: Range<Int>, in bytes: Span<UInt8>) throws(RequestError) {
    for forbidden in forbiddenTrailers where bytes.matches(forbidden, in: name) {
      throw .malformed("The trailer has \(Excerpt.of(bytes, name)), which must be in the header; move it there.")
    }
  }

  private static let forbiddenTrailers: [StaticString] = [
    "authorization", "cache-control", "connection", "content-encoding", "content-length", "content-range",
    "content-type", "cookie", "expect", "host", "idempotency-key", "if-match", "if-modified-since", "if-none-match",
    "if-range", "if-unmodified-since", "lease", "max-forwards", "pragma", "proxy-authorization", "range", "te",
    "trailer", "transfer-encoding", "upgrade",
  ]
}

extension [UInt8] {
  /// Appends `bytes`. The capacity grows by doubling, but is never reserved beyond `limit`.
  mutating func append(_ bytes: Slice<UnsafeRawBufferPointer>, limit: Int) {
    let needed = count + bytes.count
    if needed > capacity { reserveCapacity(Swift.max(needed, Swift.min(limit, capacity * 2))) }
    append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes))
  }
}
