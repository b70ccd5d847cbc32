import HTTP

/// One connection's life as a pure state machine: bytes and answers in, requests and bytes out.
///
/// Requests get numbers in the order in which they came; answers may be given in any order and are written in that
/// one. Does no I/O and has no clock: the event loop reads, writes and tells the time.
struct Conversation: ~Copyable {
  enum Event {
    case request(Request, number: UInt32)
    /// Bytes that were no request. What is answered to this number is the last answer.
    case refusal(RequestError, number: UInt32)
  }

  let rules: Rules
  private var parser: RequestParser

  /// The number of the oldest request without an answer in the output, and of the next to come.
  private var oldest: UInt32 = 0
  private var next: UInt32 = 0
  /// Answers that wait for one to an earlier request.
  private var early: [(number: UInt32, response: Response)] = []
  private var traits = RequestTraits()
  private var owesContinue = false
  private var isDraining = false

  /// Whether another request may come: false after the last request, a refusal, or the end of the input.
  private(set) var takesRequests = true
  /// Whether the client has closed its sending side.
  private(set) var inputEnded = false
  /// Whether the last answer has been given to the output.
  private(set) var isOver = false
  private(set) var isLingering = false

  /// What the socket did not take; the first `sent` bytes of it are gone.
  private(set) var unsent: [UInt8] = []
  private var sent = 0

  var deadline = Instant.distantFuture
  var wait = Wait.nothing
  /// Whether the present wait begins anew, though it is of the same kind as the one before.
  private var waitRestarts = false

  init(rules: Rules) {
    self.rules = rules
    parser = RequestParser(limits: rules.request)
  }
}

// MARK: Requests in

extension Conversation {
  var unanswered: Int { Int(next &- oldest) }

  /// Whether bytes are of use now; if not, they stay in the socket.
  var wantsInput: Bool {
    takesRequests && unanswered < rules.pipelinedRequests && unsent.count - sent < rules.unsentBytes
  }

  /// Takes bytes from the front of `input`, until there is something to answer.
  ///
  /// - Returns: The next event; nil when the input is used up or no more of it is wanted now.
  mutating func next(
    _ input: inout Slice<UnsafeRawBufferPointer>, into output: inout [UInt8]
  ) -> Event? {
    while !input.isEmpty, wantsInput, output.count < rules.unsentBytes {
      do {
        switch try parser.next(&input) {
        case .request(let request): return .request(request, number: admit(request))
        case .expectsContinue: expectsContinue(into: &output)
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
    defer { next &+= 1 }
    return next
  }

  /// The client has closed its sending side: open requests are answered, an incomplete one is dropped.
  mutating func endInput() {
    inputEnded = true
    takesRequests = false
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

  private mutating func admit(_ request: borrowing Request) -> UInt32 {
    let number = next
    next &+= 1
    traits.set(of: request, number: number)
    takesRequests = request.keepsAlive && !isDraining
    owesContinue = false
    waitRestarts = true
    return number
  }

  /// RFC 9110 §10.1.1; after the answers to earlier requests, never between them.
  private mutating func expectsContinue(into output: inout [UInt8]) {
    if unanswered == 0 {
      output.append(contentsOf: Self.continueLine)
    } else {
      owesContinue = true
    }
  }

  private static let continueLine = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
}

// MARK: Answers out

extension Conversation {
  /// Writes the answer, and those that waited for it; keeps it when an earlier one is missing.
  ///
  /// A second answer to a request, or one after the last, is dropped.
  mutating func answer(_ number: UInt32, with response: Response, into output: inout [UInt8], date: [UInt8]) {
    guard !isOver, number &- oldest < next &- oldest else { return }
    guard number == oldest else {
      if !early.contains(where: { $0.number == number }) { early.append((number, response)) }
      return
    }
    write(response, into: &output, date: date)
    while !early.isEmpty, let index = early.firstIndex(where: { $0.number == oldest }) {
      write(early.remove(at: index).response, into: &output, date: date)
    }
    if owesContinue, unanswered == 0, !isOver {
      owesContinue = false
      output.append(contentsOf: Self.continueLine)
    }
    if parser.phase == .idle { waitRestarts = true }
  }

  private mutating func write(_ response: Response, into output: inout [UInt8], date: [UInt8]) {
    guard !isOver else { return }
    let isLast = response.closes || (!takesRequests && unanswered == 1)
    response.serialize(
      into: &output, forHead: traits.isHead(oldest), date: date,
      connection: isLast ? .close : traits.isLegacy(oldest) ? .keepAlive10 : .keep)
    oldest &+= 1
    guard isLast else { return }
    takesRequests = false
    isOver = true
    early = []
  }
}

// MARK: The output that the socket did not take

extension Conversation {
  var hasUnsent: Bool { !unsent.isEmpty }
  var unsentRest: ArraySlice<UInt8> { unsent[sent...] }

  mutating func keepUnsent(_ bytes: some Collection<UInt8>) {
    unsent.append(contentsOf: bytes)
  }

  mutating func didSend(_ count: Int) {
    sent += count
    waitRestarts = waitRestarts || count > 0
    guard sent == unsent.count else { return }
    unsent = []
    sent = 0
  }

  /// The last answer has left: what the client still sends is discarded for a while, so that it reads the answer
  /// and not a reset (RFC 9112 §9.6).
  mutating func linger() {
    isLingering = true
  }
}

// MARK: Time

extension Conversation {
  /// What the connection waits for: one thing at a time has a deadline.
  enum Wait: Sendable {
    case nothing, header, body, idle, answer, write, discarding
  }

  enum Expiry: Equatable {
    case close
    /// To be answered under this number, as the last answer.
    case refusal(RequestError, number: UInt32)
  }

  /// Sets the deadline of what the connection waits for now. A wait that goes on keeps the deadline it has: ten
  /// seconds for a header are ten from its first byte, however often a byte comes.
  mutating func updateDeadline(at now: Instant) {
    let present = presentWait
    guard present != wait || waitRestarts else { return }
    wait = present
    waitRestarts = false
    deadline = now + rules.milliseconds(for: present)
  }

  /// What is to be done about a deadline that has passed; nil while there is time.
  mutating func expire(at now: Instant) -> Expiry? {
    guard now >= deadline else { return nil }
    switch wait {
    case .header: return .refusal(rules.headerTimeout, number: refuse())
    case .body: return .refusal(rules.bodyTimeout, number: refuse())
    default: return .close
    }
  }

  private var presentWait: Wait {
    if isLingering { return .discarding }
    if hasUnsent { return .write }
    if takesRequests {
      if parser.phase == .head { return .header }
      if parser.phase == .body { return .body }
    }
    return unanswered > 0 ? .answer : .idle
  }
}

/// What is remembered of a request until it is answered: a bit each, 64 requests at most.
private struct RequestTraits {
  private var head: UInt64 = 0
  private var legacy: UInt64 = 0

  mutating func set(of request: borrowing Request, number: UInt32) {
    let bit: UInt64 = 1 << UInt64(number & 63)
    if request.method == .head { head |= bit } else { head &= ~bit }
    if request.minorVersion == 0 { legacy |= bit } else { legacy &= ~bit }
  }

  func isHead(_ number: UInt32) -> Bool { head >> UInt64(number & 63) & 1 == 1 }
  func isLegacy(_ number: UInt32) -> Bool { legacy >> UInt64(number & 63) & 1 == 1 }
}
