import HTTP
import Synchronization

/// The receiver of the events of an inner request.
protocol InnerListener: AnyObject, Sendable {
  /// Receives an event. Must not block.
  func receive(_ chunk: SharedChunk)
  /// The server has ended the stream: the session was deleted, or the caller lost the right to listen.
  func streamEnded()
}

/// An event stream whose client is the server itself.
final class InnerEventStream: ContentStream {
  private let state: Mutex<State>

  private struct State {
    var listener: (any InnerListener)?
    var onClose: StreamCloseHandler?
    var isClosed = false
  }

  init(_ listener: (any InnerListener)?, _ onClose: @escaping StreamCloseHandler) {
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
