import HTTP
import Sessions
import Synchronization

/// A client's event stream: first what it asked for, then each revision as it is committed; never a gap, never twice.
final class EventFeed: Listener {
  let view: EventView
  let presence: Presence?
  /// Outputs: those up to this one are known to the client.
  private let knownOutput: Int
  let wantsRefusals: Bool
  private let bufferLimits: BufferLimits
  private let state: Mutex<State>

  private struct State {
    /// Among all who listen, where these are counted.
    var permit: ListenerPermit?
    var stream: (any ContentStream)?
    /// What was missed and is not sent yet; nil once everything is sent as it comes.
    var backlog: EventReplay?
    var isLive = false
    /// What was committed while the backlog is sent.
    var waiting: [SessionEvent] = []
    var isDeleted = false
    var hasEnded = false
  }

  /// How much may wait for one client, of what was missed and of what is committed meanwhile.
  struct BufferLimits: Sendable {
    let events: Int
    let bytes: Int
  }

  init(
    _ view: EventView, presence: Presence?, knownOutput: Int, refusals: Bool = false, permit: ListenerPermit?,
    bufferLimits: BufferLimits
  ) {
    self.view = view
    self.presence = presence
    self.knownOutput = knownOutput
    self.wantsRefusals = refusals
    self.bufferLimits = bufferLimits
    state = Mutex(State(permit: permit))
  }

  var wantsSession: Bool { view == .full }

  // MARK: What the sessions say

  func hear(_ event: SessionEvent) {
    state.withLock { state in
      guard !state.hasEnded else { return }
      guard !state.isLive else {
        send(event, &state)
        return
      }
      state.waiting.append(event)
      if state.waiting.count > bufferLimits.events { end(&state) }
    }
  }

  /// Whoever is still told what he missed has not come to where it was refused: he is not told of it.
  func hear(_ refusal: RefusedAction) {
    state.withLock { state in
      if state.isLive { state.stream?.send(EventView.refused(refusal)) }
    }
  }

  func hearDeletion() {
    state.withLock { state in
      guard !state.hasEnded else { return }
      state.isDeleted = true
      if state.isLive { close(&state) }
    }
  }

  /// The stream just ends: who comes back with that token is refused.
  func hearRevocation() {
    state.withLock { state in
      if !state.hasEnded { end(&state) }
    }
  }

  // MARK: What the client gets

  /// Begins with the session as it is.
  func begin(_ stream: any ContentStream, with snapshot: [UInt8], revision: Int, isReset: Bool) {
    state.withLock { state in
      if state.hasEnded { return stream.finish() }
      state.stream = stream
      if isReset { stream.send(EventView.reset(to: revision)) }
      if view != .outputs { stream.send(EventView.snapshot(snapshot, revision: revision)) }
      goLive(&state)
    }
  }

  /// Begins with what was missed.
  func begin(_ stream: any ContentStream, with backlog: EventReplay, isReset: Bool) {
    state.withLock { state in
      if state.hasEnded { return stream.finish() }
      state.stream = stream
      state.backlog = backlog
      if isReset { stream.send(EventView.reset(to: backlog.end)) }
    }
    sendBacklog()
  }

  /// A part at a time, each when the client has taken the one before. A part is half of what may wait at most, so that
  /// nobody is taken for slow because he missed much.
  private func sendBacklog() {
    let pageEnd = state.withLock { state -> EventReplay? in
      guard !state.hasEnded, let stream = state.stream, var backlog = state.backlog else { return nil }
      // Taken out, so that it is changed in its place.
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
          // The client comes back, and is told then what is wrong.
          end(&state)
          return nil
        }
      }
      stream.keeps(bytes: backlog.heldBytes)
      state.backlog = backlog
      stream.whenSent { [self] in sendBacklog() }
      return nil
    }
    pageEnd?.readOn { [self] in sendOn($0) }
  }

  private func sendOn(_ backlog: EventReplay?) {
    state.withLock { state in
      guard !state.hasEnded else { return }
      // It can have been pruned meanwhile: the client comes back, and is told so then.
      if let backlog { state.backlog = backlog } else { end(&state) }
    }
    sendBacklog()
  }

  private func goLive(_ state: inout State) {
    state.isLive = true
    state.stream?.keeps(bytes: 0)
    for event in state.waiting { send(event, &state) }
    state.waiting = []
    if state.isDeleted { close(&state) }
  }

  /// - Returns: How many bytes that takes.
  @discardableResult
  private func send(_ event: SessionEvent, _ state: inout State) -> Int {
    if view == .outputs, event.outputs.count <= 2 { return 0 }
    let isPartKnown = view == .outputs && !state.isLive
    let chunk = isPartKnown ? SharedChunk(view.outputs(of: event, after: knownOutput)) : view.chunk(of: event)
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

  /// The stream has ended.
  func stop() {
    state.withLock { forget(&$0) }
  }

  /// Lets go of the stream, which holds this feed to tell it of its end, and of what it would have been sent.
  private func forget(_ state: inout State) {
    state.hasEnded = true
    state.permit = nil
    state.stream = nil
    state.backlog = nil
    state.waiting = []
  }
}
