/// An incremental, strict parser of the requests of one connection (RFC 9112). Does no I/O.
///
/// The result depends on the bytes alone, not on how they are split. Memory between calls is bounded by the limits, and
/// empty when idle.
@usableFromInline package struct RequestParser: Sendable {
  package enum Event: Sendable {
    /// The head of a request with `Expect: 100-continue` is complete and its content has not begun.
    case expectsContinue
    case request(Request)
    /// The head of a request with streamed content. With `expectsContinue` the client waits for a 100 and has sent no
    /// content.
    case head(Request, expectsContinue: Bool)
    /// A piece of the streamed content.
    case content([UInt8], isLast: Bool)
  }

  /// The parser's position in a message, which selects the deadline.
  @usableFromInline package enum Phase: Sendable, Equatable {
    /// Between messages: no byte of the next one was received.
    case idle
    case head
    case body
  }

  @usableFromInline enum State: Sendable {
    case idle, head, content, chunks
    /// After an error, or after the connection's last request: input is dropped.
    case over
  }

  private let sharedLimits: SharedLimits
  private var limits: Limits { @inline(__always) _read { yield sharedLimits.limits } }
  @usableFromInline private(set) var state = State.idle
  private var preamble = Preamble()
  private var head: RequestHead
  /// The received part of the head, unless it was received at once.
  @usableFromInline private(set) var headBytes: [UInt8] = []
  @usableFromInline private(set) var body: [UInt8] = []
  /// None or one. In an array, because most connections have none and would still take its size.
  private var chunks: [ChunkedContent] = []
  /// Bytes of streamed content that were passed on; nil: the content is not streamed.
  private var streamed: Int?

  /// The limits of a parser and of its copies, of which each connection has one.
  private final class SharedLimits: Sendable {
    let limits: Limits

    init(_ limits: Limits) {
      self.limits = limits
    }
  }

  /// Creates a parser for a connection. A copy for another connection shares its limits.
  package init(limits: Limits = Limits()) {
    sharedLimits = SharedLimits(limits)
    head = RequestHead(limits: limits)
  }

  /// The position in a message. Inlined, since each call would copy the parser otherwise.
  @inlinable @inline(__always) package var phase: Phase {
    switch state {
    case .idle, .over: .idle
    case .head: .head
    case .content, .chunks: .body
    }
  }

  /// The bytes of an incomplete request that the parser holds.
  @inlinable @inline(__always) package var heldBytes: Int { headBytes.count + body.count }

  /// Parses bytes from the front of `input` until a request is complete or all bytes are used.
  ///
  /// After an error, and after a request with `keepsAlive == false`, drops all input (RFC 9112 §9.6).
  ///
  /// - Parameter input: The received bytes. Parsed bytes are removed; bytes of a later request are kept.
  /// - Returns: The next event, or nil when more bytes are needed.
  /// - Throws: Once. The parser cannot be used afterwards.
  package mutating func next(_ input: inout Slice<UnsafeRawBufferPointer>) throws(RequestError) -> Event? {
    do throws(RequestError) {
      return try advance(&input)
    } catch {
      reset(to: .over)
      throw error
    }
  }

  private mutating func advance(_ input: inout Slice<UnsafeRawBufferPointer>) throws(RequestError) -> Event? {
    if state == .idle, try preamble.skip(&input) { state = .head }
    if state == .head {
      guard try readHead(&input) else { return nil }
      beginContent()
      if state != .head, limits.streamedPath != nil, limits.isStreamed(head.path, in: headBytes.span) {
        // RFC 9110 §10.1.1: a 100 may be omitted when some of the content was received.
        return beginStream(waits: input.isEmpty)
      }
      if state != .head, head.framing.expectsContinue, input.isEmpty { return .expectsContinue }
    }
    switch state {
    case .idle: return nil
    case .head: return .request(finish())
    case .content:
      let isComplete = readContent(&input)
      if streamed != nil { return nextPiece(isLast: isComplete) }
      return isComplete ? .request(finish()) : nil
    case .chunks:
      // `beginContent` adds the element when it enters this state.
      let isComplete = try chunks[0].read(&input, into: &body)
      if streamed != nil { return nextPiece(isLast: isComplete) }
      return isComplete ? .request(finish()) : nil
    case .over:
      input = input.suffix(0)
      return nil
    }
  }

  /// - Returns: Whether the head is complete and stored in `headBytes`.
  private mutating func readHead(_ input: inout Slice<UnsafeRawBufferPointer>) throws(RequestError) -> Bool {
    let known = headBytes.count
    if known == 0 {
      let bytes = UnsafeRawBufferPointer(rebasing: input)
      // Bytes are trivial, and the buffer is valid during this call.
      if try head.read(bytes.assumingMemoryBound(to: UInt8.self).span, limits: limits) {
        headBytes = Array(UnsafeRawBufferPointer(rebasing: bytes[..<head.end]))
        input.removeFirst(head.end)
        return true
      }
    }
    // Positions in `input` stay valid, since `headBytes` begins with the same byte.
    headBytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: input.prefix(limits.head - known)))
    let bytes = headBytes
    if known > 0, try head.read(bytes.span, limits: limits) {
      input.removeFirst(head.end - known)
      headBytes.removeLast(headBytes.count - head.end)
      return true
    }
    input.removeFirst(headBytes.count - known)
    return false
  }

  private mutating func beginContent() {
    switch head.framing.content {
    case .none: break
    case .length: state = .content
    case .chunked:
      state = .chunks
      chunks = [ChunkedContent(after: head, limits: limits)]
    }
  }

  private mutating func readContent(_ input: inout Slice<UnsafeRawBufferPointer>) -> Bool {
    guard case .length(let length) = head.framing.content else { return true }
    let former = streamed ?? 0
    let taken = min(length - former - body.count, input.count)
    body.append(input.prefix(taken), limit: length)
    input.removeFirst(taken)
    return former + body.count == length
  }

  /// Returns the head; the content follows.
  private mutating func beginStream(waits: Bool) -> Event {
    // The head goes first, so that what is not allowed is refused before its content is read (docs/decisions/0036).
    streamed = 0
    let request = Request(head: head, fields: head.takeFields(), bytes: headBytes, body: [], contentFollows: true)
    headBytes = []
    return .head(request, expectsContinue: waits && head.framing.expectsContinue)
  }

  /// Returns the received piece of the content; nil for an empty one that is not the last.
  private mutating func nextPiece(isLast: Bool) -> Event? {
    guard isLast || !body.isEmpty else { return nil }
    var piece: [UInt8] = []
    swap(&piece, &body)
    streamed? += piece.count
    if isLast { reset(to: head.keepsAlive ? .idle : .over) }
    return .content(piece, isLast: isLast)
  }

  private mutating func finish() -> Request {
    let request = Request(head: head, fields: head.takeFields(), bytes: headBytes, body: body)
    reset(to: request.keepsAlive ? .idle : .over)
    return request
  }

  private mutating func reset(to state: State) {
    self.state = state
    preamble = Preamble()
    head = RequestHead(limits: limits)
    headBytes = []
    body = []
    streamed = nil
    if !chunks.isEmpty { chunks = [] }
  }
}
