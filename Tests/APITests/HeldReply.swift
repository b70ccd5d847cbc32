import HTTP
import Synchronization

/// A response writer for tests without a socket.
final class HeldReply: ResponseWriter {
  private let answer: @Sendable (Response) -> Void
  private let began: @Sendable (HeldStream) -> Void
  private let late = Mutex<(isOver: Bool, end: (@Sendable () -> Void)?)>((false, nil))

  /// - Parameter began: Receives the stream if the response is streamed.
  init(
    began: @escaping @Sendable (HeldStream) -> Void = { _ in }, _ answer: @escaping @Sendable (Response) -> Void
  ) {
    self.answer = answer
    self.began = began
  }

  func send(_ response: consuming Response) {
    late.withLock { $0.end = nil }
    answer(response)
  }

  func stream(
    _ head: consuming Response, finalChunk: SharedChunk?, onClose: @escaping @Sendable (StreamEnding) -> Void
  ) -> any ContentStream {
    let stream = HeldStream(head: head, onClose: onClose)
    began(stream)
    return stream
  }

  func stream(
    contentAfter head: consuming Response, onClose: @escaping @Sendable (StreamEnding) -> Void
  ) -> any ContentStream {
    HeldContent(head: head) { [answer] response in
      onClose(response == nil ? .aborted : .finished)
      // No status code stands for truncated content. The tests use 599.
      answer(response ?? .empty(599))
    }
  }

  func expectAnswer(within time: Duration, orElse fallback: Response?, onGivingUp: @escaping @Sendable () -> Void) {
    let end = { @Sendable [answer] in
      onGivingUp()
      if let fallback { answer(fallback) }
    }
    let isOver = late.withLock { late in
      if !late.isOver { late.end = end }
      return late.isOver
    }
    // Runs on another thread and not within the call, as in the server.
    if isOver { Task { end() } }
  }

  /// Ends the current wait. A wait that begins later ends at once.
  func giveUp() {
    let end = late.withLock { late in
      defer { late = (true, nil) }
      return late.end
    }
    end?()
  }
}

/// Content whose client reads everything at once.
final class HeldContent: ContentStream {
  private let response: Mutex<Response>
  private let ended: @Sendable (Response?) -> Void

  /// - Parameter ended: Receives the complete response, or nil if the content was aborted.
  init(head: Response, ended: @escaping @Sendable (Response?) -> Void) {
    response = Mutex(head)
    self.ended = ended
  }

  var isClosed: Bool { false }

  func send(_ chunk: SharedChunk) {
    let bytes = [UInt8](chunk.content)
    response.withLock { $0.body += bytes }
  }

  // Runs on another thread and not within the call, as in the server.
  func whenSent(_ body: @escaping @Sendable () -> Void) { Task { body() } }
  func keeps(bytes: Int) {}
  func finish() { ended(response.withLock { $0 }) }
  func abort() { ended(nil) }
}

/// A stream whose client reads everything at once, except while the test holds it.
final class HeldStream: ContentStream {
  let head: Response
  private let onClose: @Sendable (StreamEnding) -> Void
  private let state = Mutex(State())

  private struct State {
    var text = ""
    /// The number of bytes sent before each call of `whenSent`.
    var marks: [Int] = []
    var isClosed = false
    var whenSent: [@Sendable () -> Void] = []
    var isHeld = false
    var awaited: (count: Int, CheckedContinuation<[String], Never>)?

    /// The events sent so far, without comments.
    var events: [String] { text.split(separator: "\n\n").filter { !$0.hasPrefix(":") }.map { String($0) + "\n" } }
  }

  init(head: Response, onClose: @escaping @Sendable (StreamEnding) -> Void) {
    self.head = head
    self.onClose = onClose
  }

  var isClosed: Bool { state.withLock { $0.isClosed } }

  func send(_ chunk: SharedChunk) {
    let text = String(decoding: chunk.content, as: UTF8.self)
    change { $0.text += text }
  }

  func keeps(bytes: Int) {}

  func whenSent(_ body: @escaping @Sendable () -> Void) {
    let isHeld = state.withLock { state in
      state.marks.append(state.text.utf8.count)
      if state.isHeld { state.whenSent.append(body) }
      return state.isHeld
    }
    // Runs on another thread and not within the call, as in the server.
    if !isHeld { Task { body() } }
  }

  func finish() {
    change { $0.isClosed = true }
    // Runs on another thread and not within the call, as in the server.
    Task { onClose(.finished) }
  }

  func abort() {
    change { $0.isClosed = true }
    Task { onClose(.aborted) }
  }

  // MARK: Access for the test

  /// All text sent so far.
  var text: String { state.withLock { $0.text } }

  /// The content sent between calls of `whenSent`, without comments.
  var parts: [String] {
    state.withLock { state in
      let bytes = Array(state.text.utf8)
      return zip([0] + state.marks, state.marks).map {
        String(decoding: bytes[$0..<$1], as: UTF8.self).replacing(": \n\n", with: "")
      }
    }
  }

  /// Stops reading until `release()` is called.
  func hold() { state.withLock { $0.isHeld = true } }

  func release() {
    let bodies = state.withLock { state in
      state.isHeld = false
      defer { state.whenSent = [] }
      return state.whenSent
    }
    for body in bodies { body() }
  }

  func leave() {
    change { $0.isClosed = true }
    onClose(.disconnected)
  }

  /// The number of events sent so far.
  var count: Int { state.withLock { $0.events.count } }

  /// Returns all events once there are at least `count` events or the stream has ended.
  func events(_ count: Int) async -> [String] {
    await withCheckedContinuation { continuation in
      let events: [String]? = state.withLock { state in
        if state.events.count >= count || state.isClosed { return state.events }
        state.awaited = (count, continuation)
        return nil
      }
      if let events { continuation.resume(returning: events) }
    }
  }

  private func change(_ body: (inout State) -> Void) {
    let ready = state.withLock { state -> (CheckedContinuation<[String], Never>, [String])? in
      body(&state)
      guard let (count, continuation) = state.awaited, state.events.count >= count || state.isClosed else { return nil }
      state.awaited = nil
      return (continuation, state.events)
    }
    if let (continuation, events) = ready { continuation.resume(returning: events) }
  }
}

extension InProcessClient {
  /// Opens an event stream. Returns nil if the response is not a stream.
  func listen(_ path: String, _ lines: String...) async throws -> HeldStream? {
    let head =
      (["GET \(path) HTTP/1.1", "Host: localhost", "Accept: text/event-stream"] + lines)
      .map { $0 + "\r\n" }.joined() + "\r\n"
    let request = try Self.parse(Array(head.utf8)).get()
    return await withCheckedContinuation { done in
      api.respond(
        to: request, writer: HeldReply(began: { done.resume(returning: $0) }, { _ in done.resume(returning: nil) }))
    }
  }

  /// Starts a long poll and returns its writer and its response.
  func poll(_ path: String, method: String = "GET", _ lines: String...) throws
    -> (writer: HeldReply, answer: Task<Response, Never>)
  {
    let head = (["\(method) \(path) HTTP/1.1", "Host: localhost"] + lines).map { $0 + "\r\n" }.joined() + "\r\n"
    let request = try Self.parse(Array(head.utf8)).get()
    let (answers, sink) = AsyncStream.makeStream(of: Response.self)
    let writer = HeldReply { response in sink.yield(response) }
    api.respond(to: request, writer: writer)
    let answer = Task {
      for await response in answers { return response }
      preconditionFailure("the stream of responses ended")
    }
    return (writer, answer)
  }
}
