import HTTP

/// One connection's life as a pure state machine: bytes and answers in, requests and bytes out.
///
/// Requests get numbers in the order in which they came; answers may be given in any order and are written in that
/// one. Does no I/O and has no clock: the event loop reads, writes and tells the time.
struct HTTPConnectionState: ~Copyable {
  enum Event {
    case request(Request, number: UInt32)
    /// Bytes that were no request. What is answered to this number is the last answer.
    case refusal(RequestError, number: UInt32)
    /// A piece of the content of the request that came last.
    case content([UInt8], isLast: Bool)
  }

  let limits: ConnectionLimits
  var parser: RequestParser

  /// The number of the oldest request without an answer in the output, and of the next to come.
  var oldest: UInt32 = 0
  var next: UInt32 = 0
  /// Answers that wait for one to an earlier request.
  var early: [(number: UInt32, response: Response, isStream: Bool)] = []
  /// Requests with a time of their own for their answer; nearly always none.
  var responseDeadlines: [ResponseDeadline] = []
  var traits = RequestTraits()
  /// Bytes of requests that are not answered; until all are.
  var unansweredBytes = 0
  var owesContinue = false
  /// The content that comes in pieces, until its last piece.
  var content: IncomingContent?
  var isDraining = false

  /// Whether another request may come: false after the last request, a refusal, or the end of the input.
  var takesRequests = true
  /// Whether the client has closed its sending side.
  var inputEnded = false
  /// Whether the last answer has been given to the output.
  var isOver = false
  var isLingering = false

  /// What the socket did not take; the first `sent` bytes of it are gone.
  var unsent: [UInt8] = []
  var sent = 0

  /// Whether the head of a stream has been given to the output, and the rest of it has not left.
  var isStreaming = false
  /// Whether a stream that has nothing to say is kept open by comments; if not, its pauses have a limit.
  var hasHeartbeat = true
  /// Pieces of the stream, after `unsent`; also of one whose head waits for earlier answers.
  var events = EventQueue(isChunked: true)

  var deadline = MonotonicTime.distantFuture
  var wait = Wait.nothing
  /// Whether the present wait begins anew, though it is of the same kind as the one before.
  var waitRestarts = false

  init(limits: ConnectionLimits) {
    self.limits = limits
    parser = RequestParser(limits: limits.request)
  }
}

extension HTTPConnectionState {
  var unanswered: Int { Int(next &- oldest) }

  /// Whether bytes are of use now; if not, they stay in the socket.
  var wantsInput: Bool {
    guard takesRequests, unsent.count - sent < limits.unsentBytes else { return false }
    if let content { return content.isAwaited }
    return unanswered < limits.pipelinedRequests
  }

  /// Bytes in memory because of this client alone: of its requests, and of answers that it has not taken or that wait for
  /// others. Events are not among them, since many may share their bytes.
  var heldBytes: Int {
    var bytes = parser.heldBytes + unansweredBytes + unsent.count
    if !early.isEmpty { bytes += early.reduce(0) { $0 + $1.response.body.count } }
    return bytes
  }

  /// Takes bytes from the front of `input`, until there is something to answer.
  ///
  /// - Returns: The next event; nil when the input is used up or no more of it is wanted now.
  mutating func next(
    _ input: inout Slice<UnsafeRawBufferPointer>, into output: inout [UInt8]
  ) -> Event? {
    while !input.isEmpty, wantsInput, output.count < limits.unsentBytes {
      do {
        switch try parser.next(&input) {
        case .request(let request): return .request(request, number: admit(request))
        case .expectsContinue: expectsContinue(into: &output)
        case .head(let request, let expectsContinue):
          return .request(request, number: admit(head: request, expectsContinue: expectsContinue))
        case .content(let piece, let isLast):
          noteContent(isLast: isLast)
          return .content(piece, isLast: isLast)
        case nil: return nil
        }
      } catch {
        return .refusal(error, number: refuse())
      }
    }
    return nil
  }

  /// Ends the input with an answer to be given: no byte after this one becomes a request.
  mutating func refuse() -> UInt32 {
    takesRequests = false
    waitRestarts = true
    // Nothing more is read: what came of a request is of no use.
    parser = RequestParser(limits: limits.request)
    if let content = takeContent() { return content.number }
    defer { next &+= 1 }
    return next
  }

  /// The client has closed its sending side: open requests are answered, an incomplete one is dropped.
  mutating func endInput() {
    inputEnded = true
    takesRequests = false
    dropIncompleteContent()
    isOver = isOver || unanswered == 0
  }

  /// The server stops: the next request, or the one that has begun to come, is the last.
  mutating func drain() {
    isDraining = true
  }

  /// Ends the requests where none has begun to come; without one to answer, the connection is over.
  mutating func endBetweenRequests() {
    guard parser.phase == .idle else { return }
    takesRequests = false
    isOver = isOver || unanswered == 0
  }

  mutating func admit(_ request: borrowing Request) -> UInt32 {
    let number = next
    next &+= 1
    unansweredBytes += request.head.count + request.body.count
    traits.set(of: request, number: number)
    takesRequests = request.keepsAlive && !isDraining
    owesContinue = false
    waitRestarts = true
    return number
  }

  /// RFC 9110 §10.1.1; after the answers to earlier requests, never between them.
  mutating func expectsContinue(into output: inout [UInt8]) {
    if unanswered == unansweredWithContent {
      output.append(contentsOf: Self.continueLine)
    } else {
      owesContinue = true
    }
  }

  static let continueLine = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
}
