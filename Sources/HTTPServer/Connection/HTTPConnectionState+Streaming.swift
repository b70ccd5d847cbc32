import HTTP

/// Streams. A stream is the last response on its connection and counts as unanswered until its end: requests after it
/// are neither read nor answered. A stream lives for minutes or hours, so the cost of its own connection is negligible.
extension HTTPConnectionState {
  /// Prepares the queue of a stream. Pieces may arrive before its head can be written.
  ///
  /// - Parameter hasHeartbeat: Whether comments are sent while the stream is silent.
  mutating func prepareStream(_ number: UInt32, hasHeartbeat: Bool = true) {
    self.hasHeartbeat = hasHeartbeat
    events.begin(isChunked: !traits.isLegacy(number))
  }

  /// Whether a stream under this number may begin or continue.
  func awaits(_ number: UInt32) -> Bool {
    !isOver && isUnanswered(number) && (!isStreaming || number == oldest)
  }

  /// Writes the head. For HEAD that is the whole response (RFC 9110 §9.3.2), and the connection continues.
  mutating func write(streamHead head: Response, into output: inout [UInt8], date: [UInt8]) {
    guard !isOver else { return }
    let isLegacy = traits.isLegacy(oldest)
    let isHead = traits.isHead(oldest)
    let isLast = !isHead || isLastAnswer(head)
    head.serialize(
      streamHeadInto: &output, isChunked: !isLegacy, date: date,
      connection: isLast ? .close : isLegacy ? .keepAlive10 : .keep)
    if isHead { return didAnswer(isLast: isLast) }
    acceptsRequests = false
    early = []
    isStreaming = true
    unansweredBytes = 0
  }

  enum QueueResult: Equatable {
    case queued, full
    /// The stream has ended.
    case ignored
  }

  /// Queues a piece, unless the queue is full. An empty queue takes a piece of any length.
  mutating func queue(_ chunk: SharedChunk) -> QueueResult {
    if isOver { return .ignored }
    if !events.isEmpty {
      let size = events.byteCount + chunk.framed.count
      guard events.count < limits.queuedEvents, size <= limits.queuedBytes else { return .full }
    }
    events.append(chunk)
    return .queued
  }

  /// Ends the stream after the queued pieces and `finalChunk`, which no limit rejects. Does nothing before the stream
  /// has begun.
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

  /// Clears the state of the stream, after all of it was sent or the connection has closed.
  mutating func forgetStream() {
    isStreaming = false
    events.removeAll()
  }
}

extension SharedChunk {
  /// A comment (WHATWG HTML §9.2.6), which keeps proxies from closing a silent stream.
  static let heartbeat = SharedChunk(Array(": \n\n".utf8))
}
