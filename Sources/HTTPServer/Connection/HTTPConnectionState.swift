import HTTP

/// The state of one connection, as a pure state machine: bytes and responses in, requests and bytes out.
///
/// Requests are numbered in the order of arrival. Responses may come in any order and are written in the order of their
/// requests. The state machine does no I/O and has no clock: the event loop passes the bytes and the time.
struct HTTPConnectionState: ~Copyable {
  enum Event {
    case request(Request, number: UInt32)
    /// Bytes that are not a valid request. The response under this number is the last one.
    case refusal(RequestError, number: UInt32)
    /// A piece of the content of the last request.
    case content([UInt8], isLast: Bool)
  }

  let limits: ConnectionLimits
  var parser: RequestParser

  /// The number of the oldest request whose response was not written, and of the next request.
  var oldest: UInt32 = 0
  var next: UInt32 = 0
  /// Responses that wait for an earlier one, or for room for output.
  var early: [(number: UInt32, response: Response, isStream: Bool)] = []
  /// Requests with a deadline of their own; nearly always empty.
  var responseDeadlines: [ResponseDeadline] = []
  var traits = RequestTraits()
  /// Bytes of unanswered requests; reset when all are answered.
  var unansweredBytes = 0
  var owesContinue = false
  /// The streamed content that is being received.
  var content: IncomingContent?
  var isDraining = false

  /// Whether another request may be read: false after the last request, an error, or the end of the input.
  var acceptsRequests = true
  /// Whether the client has closed its sending side.
  var inputEnded = false
  /// Whether the last response was written to the output.
  var isOver = false
  var isLingering = false

  /// Output that the socket did not take; its first `sent` bytes have been sent since.
  var unsent: [UInt8] = []
  var sent = 0

  /// Whether the head of a stream was written and the stream has not ended.
  var isStreaming = false
  /// Whether a silent stream is kept open by comments; otherwise its pauses have a deadline.
  var hasHeartbeat = true
  /// Pieces of the stream, to be sent after `unsent`. Also used before the head is written.
  var events = EventQueue(isChunked: true)

  var deadline = MonotonicTime.distantFuture
  var wait = Wait.nothing
  /// Whether the current wait restarts although its kind is the same.
  var waitRestarts = false

  init(limits: ConnectionLimits) {
    self.limits = limits
    parser = limits.parser
  }
}

extension HTTPConnectionState {
  var unanswered: Int { Int(next &- oldest) }

  /// Whether input is read now; otherwise it stays in the socket.
  var wantsInput: Bool {
    guard acceptsRequests, unsent.count - sent < limits.unsentBytes else { return false }
    if let content { return content.isAwaited }
    return unanswered < limits.pipelinedRequests
  }

  /// Bytes held for this client alone: requests, and responses that are unsent or wait for earlier ones. Events are not
  /// included, since streams share them.
  var heldBytes: Int {
    // The sent part of `unsent` counts, since its memory is not free yet.
    var bytes = parser.heldBytes + unansweredBytes + unsent.count
    if !early.isEmpty { bytes += early.reduce(0) { $0 + $1.response.body.count } }
    return bytes
  }

  /// Parses bytes from the front of `input` up to the next event.
  ///
  /// - Returns: The next event; nil when the input is used up or reading pauses.
  mutating func next(_ input: inout Slice<UnsafeRawBufferPointer>, into output: inout [UInt8]) -> Event? {
    while !input.isEmpty, wantsInput, output.count < limits.unsentBytes {
      do {
        switch try parser.next(&input) {
        case .request(let request): return .request(request, number: admit(request))
        case .expectsContinue: expectsContinue(into: &output)
        case .head(let request, let expectsContinue):
          return .request(request, number: admit(head: request, expectsContinue: expectsContinue))
        case .content(let piece, let isLast):
          recordContent(isLast: isLast)
          return .content(piece, isLast: isLast)
        case nil: return nil
        }
      } catch {
        return .refusal(error, number: refuse())
      }
    }
    return nil
  }

  /// Ends the input with an error response: no further bytes are parsed.
  mutating func refuse() -> UInt32 {
    acceptsRequests = false
    waitRestarts = true
    // Nothing more is read: a partial request is dropped.
    parser = limits.parser
    // That request was passed on already, so the error is its response.
    if let content = takeContent() { return content.number }
    defer { next &+= 1 }
    return next
  }

  /// Handles the end of the client's sending side: complete requests are answered, an incomplete one is dropped.
  mutating func endInput() {
    inputEnded = true
    acceptsRequests = false
    dropIncompleteContent()
    isOver = isOver || unanswered == 0
  }

  /// Handles the shutdown of the server: the next request, or one that is partly received, is the last.
  mutating func drain() {
    isDraining = true
  }

  /// Ends the input if no request is partly received. Without unanswered requests the connection is over.
  mutating func endBetweenRequests() {
    guard parser.phase == .idle else { return }
    acceptsRequests = false
    isOver = isOver || unanswered == 0
  }

  /// Assigns the next number to a request.
  mutating func admit(_ request: borrowing Request) -> UInt32 {
    let number = next
    next &+= 1
    unansweredBytes += request.head.count + request.body.count
    traits.set(of: request, number: number)
    acceptsRequests = request.keepsAlive && !isDraining
    owesContinue = false
    waitRestarts = true
    return number
  }

  /// Writes 100 (RFC 9110 §10.1.1), after the responses to earlier requests.
  mutating func expectsContinue(into output: inout [UInt8]) {
    guard unanswered == unansweredWithContent else { return owesContinue = true }
    output.append(contentsOf: Self.continueLine)
  }

  static let continueLine = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
}
