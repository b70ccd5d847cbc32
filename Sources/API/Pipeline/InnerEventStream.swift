import HTTP
import Synchronization

/// The receiver of the events of an inner request.
struct InnerListener: Sendable {
  /// Receives an event. Must not block.
  let receive: @Sendable (SharedChunk) -> Void
  /// The server has ended the stream: the session was deleted, or the caller lost the right to listen.
  let streamEnded: @Sendable () -> Void
}

/// An event stream whose client is the server itself.
final class InnerEventStream: ContentStream {
  private let state: Mutex<State>

  private struct State {
    var listener: InnerListener?
    var onClose: StreamCloseHandler?
    var isClosed = false
  }

  init(_ listener: InnerListener?, _ onClose: @escaping StreamCloseHandler) {
    state = Mutex(State(listener: listener, onClose: onClose))
  }

  var isClosed: Bool { state.withLock { $0.isClosed } }

  func send(_ chunk: SharedChunk) { state.withLock { $0.listener }?.receive(chunk) }

  func keeps(bytes: Int) {}

  // Later and not within the call, whose sender has a lock, as in the server.
  func whenSent(_ body: @escaping @Sendable () -> Void) { Task { body() } }

  func finish() { end(.finished) }

  func abort() { end(.aborted) }

  /// Ends the stream from the side of its client.
  func close() { take()?.onClose?(.disconnected) }

  private func end(_ ending: StreamEnding) {
    guard let taken = take() else { return }
    Task {
      taken.onClose?(ending)
      taken.listener?.streamEnded()
    }
  }

  /// - Returns: nil if the stream has ended before.
  private func take() -> State? {
    state.withLock { state in
      guard !state.isClosed else { return nil }
      defer { state = State(listener: nil, onClose: nil, isClosed: true) }
      return state
    }
  }
}
