import HTTP
import Sessions
import Synchronization

/// A client's stream of the events of an app. No event is skipped or sent twice.
///
/// Reads the missed events by itself, each page after the client has taken the previous one, and then joins its topic. A
/// client that falls behind leaves the topic and reads by itself again, so it holds little memory.
final class AppEventFeed: Sendable {
  private let topic: AppEventTopic
  private let source: AppEventSource
  private let state: Mutex<State>

  private struct State {
    /// The permit of this subscriber; nil where listeners are not limited.
    var permit: ListenerPermit?
    var stream: (any ContentStream)?
    /// The event up to which the events have been sent.
    var position: Int64 = 0
    var isLive = false
    var hasEnded = false
    var unsent = UnsentPieces()
  }

  init(_ topic: AppEventTopic, _ source: AppEventSource, permit: ListenerPermit?) {
    self.topic = topic
    self.source = source
    state = Mutex(State(permit: permit))
  }

  /// Starts the stream with the first page.
  func begin(_ stream: any ContentStream, with page: AppEventPage, _ first: SharedChunk?) {
    state.withLock { state in
      if state.hasEnded { return stream.finish() }
      state.stream = stream
      state.position = page.end
      if let first { stream.send(first) }
    }
    if !send(page) { proceed() }
  }

  // MARK: Missed events

  /// Sends a page that this subscriber has read by itself, and continues when the client has taken it.
  ///
  /// - Returns: false if there is nothing to send in it.
  private func send(_ page: AppEventPage) -> Bool {
    let chunk = page.isReset ? AppEventView.reset(to: page.end) : topic.key.view.chunk(of: page.events)
    let stream = state.withLock { state in
      if let chunk { state.stream?.send(chunk) }
      state.position = page.end
      return state.stream
    }
    source.metrics.count(page.events.count)
    guard chunk != nil else { return false }
    stream?.whenSent { [self] in proceed() }
    return true
  }

  /// Joins the topic, or reads missed events up to the next that are sent.
  private func proceed() {
    Task.inline { [self] in
      while let page = await nextPage(), !send(page) {}
    }
  }

  /// - Returns: nil: this subscriber has joined the topic, or has ended.
  private func nextPage() async -> AppEventPage? {
    // Without the lock from here on: a topic takes its own first, and then those of its feeds.
    let position = state.withLock { $0.hasEnded ? nil : $0.position }
    guard let position, let last = topic.join(self, at: position) else { return nil }
    do throws(JournalFailure) {
      return try await source.read(topic.key, after: position, through: last)
    } catch {
      // The client reconnects, and that request reports the failure.
      end()
      return nil
    }
  }

  // MARK: Events of the topic

  /// - Returns: false if the stream has ended.
  func goLive() -> Bool {
    state.withLock { state in
      state.isLive = !state.hasEnded
      return state.isLive
    }
  }

  /// Sends a piece that the topic has read.
  ///
  /// - Parameters:
  ///   - chunk: The events; nil: none of those in the range belong to the topic.
  ///   - count: The number of events in the chunk.
  ///   - range: The number before the first event, and that of the last.
  /// - Returns: false if the client has too many unsent pieces, or has a part of this one. The subscriber then has to
  ///   leave the topic and to read by itself.
  func receive(_ chunk: SharedChunk?, _ count: Int, of range: Range<Int64>) -> Bool {
    state.withLock { state in
      guard state.isLive, state.position < range.upperBound else { return true }
      guard let chunk else {
        state.position = range.upperBound
        return true
      }
      guard state.position == range.lowerBound, state.unsent.allow(chunk, source.bufferLimits) else {
        state.isLive = false
        return false
      }
      state.stream?.send(chunk)
      state.position = range.upperBound
      if state.unsent.add(chunk) { watch(&state) }
      source.metrics.count(count)
      return true
    }
  }

  /// Records the sent pieces as written when the client has taken them.
  private func watch(_ state: inout State) {
    let mark = state.unsent.mark()
    state.stream?.whenSent { [self] in
      self.state.withLock { state in
        if state.unsent.confirm(mark) { watch(&state) }
      }
    }
  }

  /// Continues with reads after the topic has removed this subscriber.
  func fallBack() {
    source.metrics.countFallback()
    let stream = state.withLock { $0.stream }
    stream?.whenSent { [self] in proceed() }
  }

  // MARK: End

  /// Ends the stream. The client may reconnect.
  func end() {
    state.withLock { state in
      state.stream?.finish()
      Self.forget(&state)
    }
  }

  /// Releases the stream after it has ended.
  func stop() {
    state.withLock { Self.forget(&$0) }
    // After the lock is released, since the topic takes its own first.
    topic.leave(self)
  }

  /// Releases the stream, which retains this feed for its close callback.
  private static func forget(_ state: inout State) {
    state.hasEnded = true
    state.isLive = false
    state.permit = nil
    state.stream = nil
  }
}

/// The pieces that were passed to a stream and may not have been written yet.
private struct UnsentPieces {
  private var sent = Mark()
  private var written = Mark()
  private var isWatched = false

  /// The sums of all pieces up to one.
  struct Mark {
    fileprivate var pieces = 0
    fileprivate var bytes = 0
  }

  /// Whether a piece may be sent: if none is unsent, or if all fit into half of the limits of the queue.
  func allow(_ chunk: SharedChunk, _ limits: EventFeed.BufferLimits) -> Bool {
    let (pieces, bytes) = (sent.pieces - written.pieces, sent.bytes - written.bytes)
    return pieces == 0 || pieces < limits.events / 2 && bytes + chunk.framed.count <= limits.bytes / 2
  }

  /// - Returns: Whether a watch has to begin.
  mutating func add(_ chunk: SharedChunk) -> Bool {
    sent.pieces += 1
    sent.bytes += chunk.framed.count
    return !isWatched
  }

  /// Begins a watch.
  mutating func mark() -> Mark {
    isWatched = true
    return sent
  }

  /// Ends a watch: all pieces up to the mark were written.
  ///
  /// - Returns: Whether another watch has to begin.
  mutating func confirm(_ mark: Mark) -> Bool {
    isWatched = false
    written = mark
    return sent.pieces > written.pieces
  }
}
