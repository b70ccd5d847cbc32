import HTTP
import Sessions
import Synchronization

/// The event stream of a client: first a snapshot or the missed events, then each revision as it is committed. No
/// revision is skipped or sent twice.
final class EventFeed: Listener {
  let view: EventView
  let presence: Presence?
  /// The sequence number of the last output that the client has.
  private let knownOutput: Int
  let wantsRefusals: Bool
  /// Whether a backend listens, which sees the expressions of the app. A token's role is not known here, so it does not.
  private let isBackend: Bool
  private let bufferLimits: BufferLimits
  private let state: Mutex<State>

  private struct State {
    /// The permit of this listener; nil where listeners are not limited.
    var permit: ListenerPermit?
    var stream: (any ContentStream)?
    /// The missed events that are not sent yet; nil once the stream is live.
    var backlog: EventReplay?
    var isLive = false
    /// The events committed while the backlog is sent.
    var waiting: [SessionEvent] = []
    var isDeleted = false
    var hasEnded = false
  }

  /// The maximum number and size in bytes of events queued for one client, both missed and newly committed.
  struct BufferLimits: Sendable {
    let events: Int
    let bytes: Int
  }

  init(
    _ view: EventView, presence: Presence?, knownOutput: Int, refusals: Bool = false, isBackend: Bool,
    permit: ListenerPermit?,
    bufferLimits: BufferLimits
  ) {
    self.view = view
    self.presence = presence
    self.knownOutput = knownOutput
    self.wantsRefusals = refusals
    self.isBackend = isBackend
    self.bufferLimits = bufferLimits
    state = Mutex(State(permit: permit))
  }

  var wantsSession: Bool { view == .full }
  var wantsPlan: Bool { view == .plan }

  // MARK: Events from the session

  func receive(_ event: SessionEvent) {
    state.withLock { state in
      guard !state.hasEnded else { return }
      guard !state.isLive else {
        send(event, &state)
        return
      }
      state.waiting.append(event)
      // The client reconnects, and reads from the journal what it missed.
      if state.waiting.count > bufferLimits.events { end(&state) }
    }
  }

  /// Sends the refusal if the stream is live. During a replay it is dropped, because the client has not yet reached the
  /// revision of the refusal.
  func receive(_ refusal: RefusalEvent) {
    state.withLock { state in
      if state.isLive { state.stream?.send(EventView.refused(refusal, toBackend: isBackend)) }
    }
  }

  /// Sends the report if the stream is live. During a replay it is dropped.
  func receive(_ report: ShownReport) {
    state.withLock { state in
      if state.isLive, view != .outputs { state.stream?.send(EventView.shown(report)) }
    }
  }

  func sessionDeleted() {
    state.withLock { state in
      guard !state.hasEnded else { return }
      state.isDeleted = true
      // Otherwise `goLive` closes the stream, after the events that the client missed.
      if state.isLive { close(&state) }
    }
  }

  /// Ends the stream. A reconnect with the revoked token is rejected.
  func accessRevoked() {
    state.withLock { state in
      // Without `closed`, which would mean that the session is deleted (docs/decisions/0027).
      if !state.hasEnded { end(&state) }
    }
  }

  // MARK: Events to the client

  /// Starts the stream with a snapshot of the session.
  func begin(_ stream: any ContentStream, with snapshot: [UInt8], revision: Int, isReset: Bool) {
    state.withLock { state in
      // The client may have left, or its token been revoked, before there was a stream.
      if state.hasEnded { return stream.finish() }
      state.stream = stream
      if isReset { stream.send(EventView.reset(to: revision)) }
      if view != .outputs { stream.send(EventView.snapshot(snapshot, revision: revision)) }
      goLive(&state)
    }
  }

  /// Starts the stream with the missed events.
  func begin(_ stream: any ContentStream, with backlog: EventReplay, isReset: Bool) {
    state.withLock { state in
      if state.hasEnded { return stream.finish() }
      state.stream = stream
      state.backlog = backlog
      if isReset { stream.send(EventView.reset(to: backlog.end)) }
    }
    sendBacklog()
  }

  /// Sends the missed events in parts, each after the previous part is sent. A part ends at half of the buffer limits,
  /// so that a client with a long backlog is not disconnected as too slow.
  private func sendBacklog() {
    Task.inline { [self] in
      while let backlog = sendPart() { hold(await backlog.readOn()) }
    }
  }

  /// - Returns: The missed events whose next page has to be read to send more of them.
  private func sendPart() -> EventReplay? {
    state.withLock { state -> EventReplay? in
      guard !state.hasEnded, let stream = state.stream, var backlog = state.backlog else { return nil }
      // Removed from the state, so that it is mutated without a copy.
      state.backlog = nil
      var (count, size) = (0, 0)
      while count < max(1, bufferLimits.events / 2), size < bufferLimits.bytes / 2 {
        do throws(CorruptSession) {
          switch try backlog.next() {
          case .event(let event):
            size += send(event, &state)
            count += 1
          case .pageEnd: return backlog
          case .end:
            goLive(&state)
            return nil
          }
        } catch {
          // The client reconnects, and that request reports the error.
          end(&state)
          return nil
        }
      }
      stream.keeps(bytes: backlog.heldBytes)
      state.backlog = backlog
      stream.whenSent { [self] in sendBacklog() }
      return nil
    }
  }

  private func hold(_ backlog: EventReplay?) {
    state.withLock { state in
      guard !state.hasEnded else { return }
      // The next events were pruned or cannot be read. The client reconnects, and receives a reset or the error.
      if let backlog { state.backlog = backlog } else { end(&state) }
    }
  }

  private func goLive(_ state: inout State) {
    state.isLive = true
    state.stream?.keeps(bytes: 0)
    for event in state.waiting { send(event, &state) }
    state.waiting = []
    if state.isDeleted { close(&state) }
  }

  /// - Returns: The number of bytes sent.
  @discardableResult
  private func send(_ event: SessionEvent, _ state: inout State) -> Int {
    if view == .outputs, !event.hasOutputs { return 0 }
    let isPartKnown = view == .outputs && !state.isLive
    let chunk =
      isPartKnown
      ? SharedChunk(view.outputs(of: event, after: knownOutput)) : view.chunk(of: event, toBackend: isBackend)
    state.stream?.send(chunk)
    return chunk.framed.count
  }

  private func close(_ state: inout State) {
    state.stream?.send(EventView.closed)
    end(&state)
  }

  private func end(_ state: inout State) {
    state.stream?.finish()
    forget(&state)
  }

  /// Releases the stream after it has ended.
  func stop() {
    state.withLock { forget(&$0) }
  }

  /// Releases the stream, which retains this feed for its close callback, and all queued events.
  private func forget(_ state: inout State) {
    state.hasEnded = true
    state.permit = nil
    state.stream = nil
    state.backlog = nil
    state.waiting = []
  }
}
