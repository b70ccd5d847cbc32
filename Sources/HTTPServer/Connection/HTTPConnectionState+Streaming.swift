import HTTP

/// A stream is the last answer on its connection, and counts as unanswered until its end: no request behind it is read
/// or answered. It lives for minutes or hours, which a new connection costs nothing against.
extension HTTPConnectionState {
  /// Makes room for the pieces of a stream, which may come before its head can be written.
  ///
  /// - Parameter hasHeartbeat: Whether something is sent when there is nothing to say for long.
  mutating func prepareStream(_ number: UInt32, hasHeartbeat: Bool = true) {
    self.hasHeartbeat = hasHeartbeat
    events.begin(isChunked: !traits.isLegacy(number))
  }

  /// Whether a stream under this number may still begin or go on.
  func awaits(_ number: UInt32) -> Bool {
    !isOver && isUnanswered(number) && (!isStreaming || number == oldest)
  }

  /// Writes the head. To HEAD that is the whole answer (RFC 9110 §9.3.2), and the connection goes on.
  mutating func write(streamHead head: Response, into output: inout [UInt8], date: [UInt8]) {
    guard !isOver else { return }
    let isLegacy = traits.isLegacy(oldest)
    let isHead = traits.isHead(oldest)
    let isLast = !isHead || isLastAnswer(head)
    head.serialize(
      streamHeadInto: &output, isChunked: !isLegacy, date: date,
      connection: isLast ? .close : isLegacy ? .keepAlive10 : .keep)
    if isHead { return didAnswer(isLast: isLast) }
    takesRequests = false
    early = []
    isStreaming = true
    unansweredBytes = 0
  }

  enum QueueResult: Equatable {
    case queued, full
    /// The stream has ended.
    case ignored
  }

  /// Queues a piece of the stream, unless too much waits already. A piece is never too long when nothing else waits.
  mutating func queue(_ chunk: SharedChunk) -> QueueResult {
    if isOver { return .ignored }
    if !events.isEmpty {
      let size = events.byteCount + chunk.framed.count
      guard events.count < limits.queuedEvents, size <= limits.queuedBytes else { return .full }
    }
    events.append(chunk)
    return .queued
  }

  /// Ends the stream after what is queued, and a last word that no limit holds back. One that has not begun ends later.
  mutating func endStream(saying finalChunk: SharedChunk? = nil) {
    guard isStreaming, !isOver else { return }
    if let finalChunk { events.append(finalChunk) }
    events.append(.last)
    isOver = true
  }

  mutating func didSendEvents(_ count: Int) {
    events.didSend(count)
    waitRestarts = waitRestarts || count > 0
  }

  /// The stream has ended and all of it has left, or the connection has.
  mutating func forgetStream() {
    isStreaming = false
    events.removeAll()
  }
}

extension SharedChunk {
  /// A comment (WHATWG HTML §9.2.6), which keeps proxies from taking a quiet stream for a dead one.
  static let heartbeat = SharedChunk(Array(": \n\n".utf8))
}
