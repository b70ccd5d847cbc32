/// Turns the bytes of one connection into requests: strict, incremental, pure (RFC 9112).
///
/// Its verdict depends on the bytes alone, never on how they were split. What it holds between calls is bounded by its
/// limits, and nothing when it is idle.
@usableFromInline package struct RequestParser: Sendable {
  package enum Event: Sendable {
    /// The head of a request with `Expect: 100-continue` is complete and its content has not begun.
    case expectsContinue
    case request(Request)
    /// The head of a request whose content follows in pieces; nothing of that has come if the client waits for a 100.
    case head(Request, expectsContinue: Bool)
    /// A piece of that content.
    case content([UInt8], isLast: Bool)
  }

  /// Where in a message the parser stands: which deadline applies.
  @usableFromInline package enum Phase: Sendable, Equatable {
    /// Between messages: not a byte of the next one came.
    case idle
    case head
    case body
  }

  @usableFromInline enum State: Sendable {
    case idle, head, content, chunks
    /// After an error, or after a request that is the connection's last: what comes is dropped.
    case over
  }

  private let limits: Limits
  @usableFromInline private(set) var state = State.idle
  private var preamble = Preamble()
  private var head: RequestHead
  /// The head as far as it came, unless it came whole.
  @usableFromInline private(set) var headBytes: [UInt8] = []
  @usableFromInline private(set) var body: [UInt8] = []
  private var chunks: ChunkedContent?
  /// Bytes of content that were given in pieces; nil: the content is given with its request.
  private var streamed: Int?

  package init(limits: Limits = Limits()) {
    self.limits = limits
    head = RequestHead(limits: limits)
  }

  /// Inlined, or each look would copy the parser.
  @inlinable package var phase: Phase {
    switch state {
    case .idle, .over: .idle
    case .head: .head
    case .content, .chunks: .body
    }
  }

  /// How many bytes of an incomplete request it holds.
  @inlinable package var heldBytes: Int { headBytes.count + body.count }

  /// Takes bytes from the front of `input` until a request is complete or no byte is left.
  ///
  /// After an error, and after a request with `keepsAlive == false`, drops what it is given (RFC 9112 §9.6).
  ///
  /// - Parameter input: What was read; shrinks by what was taken. Bytes of a later request stay in it.
  /// - Returns: The next event, or nil when more bytes are needed.
  /// - Throws: Once; the parser is of no use afterwards.
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
        return beginStream(waits: input.isEmpty)
      }
      if state != .head, head.framing.expectsContinue, input.isEmpty { return .expectsContinue }
    }
    switch state {
    case .idle: return nil
    case .head: return .request(finish())
    case .content:
      let isComplete = readContent(&input)
      if streamed != nil { return takePiece(isLast: isComplete) }
      return isComplete ? .request(finish()) : nil
    case .chunks:
      let isComplete = try chunks?.read(&input, into: &body) == true
      if streamed != nil { return takePiece(isLast: isComplete) }
      return isComplete ? .request(finish()) : nil
    case .over:
      input = input.suffix(0)
      return nil
    }
  }

  /// - Returns: Whether the head is complete, and in `headBytes`.
  private mutating func readHead(_ input: inout Slice<UnsafeRawBufferPointer>) throws(RequestError) -> Bool {
    let known = headBytes.count
    if known == 0 {
      let bytes = UnsafeRawBufferPointer(rebasing: input)
      // Bytes are trivial, and the buffer is the caller's for the length of this call.
      if try head.read(bytes.assumingMemoryBound(to: UInt8.self).span, limits: limits) {
        headBytes = Array(bytes.prefix(head.end))
        input.removeFirst(head.end)
        return true
      }
    }
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
      chunks = ChunkedContent(after: head, limits: limits)
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

  /// Gives the head away; the content follows.
  private mutating func beginStream(waits: Bool) -> Event {
    streamed = 0
    let request = Request(head: head, fields: head.takeFields(), bytes: headBytes, body: [], contentFollows: true)
    headBytes = []
    return .head(request, expectsContinue: waits && head.framing.expectsContinue)
  }

  /// Gives away what has come of the content, if anything has.
  private mutating func takePiece(isLast: Bool) -> Event? {
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
    if chunks != nil { chunks = nil }
  }
}
