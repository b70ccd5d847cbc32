import HTTP

@testable import HTTPServer

/// Drives the state machine of a connection without a socket and with a manual clock.
final class ConnectionHarness {
  private var state: HTTPConnectionState
  private(set) var requests: [UInt32] = []
  private(set) var refusals: [RequestError] = []
  /// The streamed content so far, with `|` after each piece and `.` after the last one.
  private(set) var content = ""
  private var now = MonotonicTime(milliseconds: 0)
  private var output: [UInt8] = []

  init(limits: HTTPServer.Limits = HTTPServer.Limits(), timeouts: HTTPServer.Timeouts = HTTPServer.Timeouts()) {
    state = HTTPConnectionState(limits: ConnectionLimits(limits: limits, timeouts: timeouts))
    state.updateDeadline(at: now)
  }

  var isOver: Bool { state.isOver }
  var wantsInput: Bool { state.wantsInput }
  var heldBytes: Int { state.heldBytes }
  var unsent: (rest: [UInt8], kept: Int) { (Array(state.unsentRest), state.unsent.count) }

  /// - Returns: The input that was not read.
  @discardableResult
  func receive(_ text: String) -> String {
    let rest = Array(text.utf8).withUnsafeBytes { bytes in
      var input = bytes[...]
      while let event = state.next(&input, into: &output) {
        switch event {
        case .request(_, let number):
          requests.append(number)
        case .refusal(let error, let number):
          refusals.append(error)
          answer(number, "refused", status: error.status, closes: true)
        case .content(let piece, let isLast):
          content += String(decoding: piece, as: UTF8.self) + (isLast ? "." : "|")
        }
      }
      return String(decoding: input, as: UTF8.self)
    }
    state.updateDeadline(at: now)
    return rest
  }

  /// Allows the next piece of content.
  func awaitContent() {
    state.awaitContent(into: &output)
    state.updateDeadline(at: now)
  }

  func answer(_ number: UInt32, _ body: String, status: Int = 200, closes: Bool = false) {
    let response = Response(status: status, body: Array(body.utf8), closes: closes)
    state.answer(number, with: response, into: &output, date: Array("now".utf8))
    state.updateDeadline(at: now)
  }

  /// Sends the head of a stream as the response.
  func stream(_ number: UInt32) {
    state.prepareStream(number)
    state.answer(number, with: .empty(200), isStream: true, into: &output, date: Array("now".utf8))
    state.updateDeadline(at: now)
  }

  @discardableResult
  func queue(_ text: String) -> HTTPConnectionState.QueueResult {
    defer { state.updateDeadline(at: now) }
    return state.queue(SharedChunk(Array(text.utf8)))
  }

  /// Sends all queued pieces of the stream and returns their text.
  func drainEvents() -> String {
    defer { perform { $0.didSendEvents($0.events.byteCount) } }
    return state.events.text
  }

  func expectAnswer(_ number: UInt32, seconds: Double, fallback: Response? = nil) {
    let end = now + Int64(seconds * 1000)
    perform { _ = $0.expectAnswer(ResponseDeadline(number: number, end: end, fallback: fallback, onGivingUp: {})) }
  }

  /// Returns the output since the last call.
  func bytes() -> [UInt8] {
    defer { output = [] }
    return output
  }

  /// Returns the output since the last call as responses.
  func written() -> [ReceivedAnswer] {
    ReceivedAnswer.all(in: bytes())
  }

  func writeStored() {
    state.writeStored(into: &output, date: Array("now".utf8))
  }

  func perform(_ body: (inout HTTPConnectionState) -> Void) {
    body(&state)
    state.updateDeadline(at: now)
  }

  /// Advances the clock.
  ///
  /// - Returns: The action for an expired deadline; nil before it.
  func wait(seconds: Double) -> HTTPConnectionState.Expiry? {
    now = now + Int64(seconds * 1000)
    return state.expire(at: now)
  }
}

extension EventQueue {
  /// The text of the next write to the socket.
  var text: String {
    withBuffers { buffers in
      buffers.map { String(decoding: UnsafeRawBufferPointer(start: $0.iov_base, count: $0.iov_len), as: UTF8.self) }
        .joined()
    }
  }
}

let get = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n"
let head = "HEAD /a HTTP/1.1\r\nHost: a\r\n\r\n"
