import Glibc
import HTTP

/// A socket and the state of the connection on it.
///
/// Unchecked: `loop`, `socket`, `generation`, `peer` and `permit` never change; everything else is used on the loop's
/// queue only. Response writers on other threads only pass the reference on.
final class Connection: @unchecked Sendable {
  let loop: EventLoop
  let socket: Int32
  /// Distinguishes the events of this connection from those of a closed one with the same descriptor.
  let generation: UInt32
  /// The address of the client.
  let peer: IPAddress
  /// The permit of the connection limiter; nil for a refused connection.
  let permit: ConnectionLimiter.Permit?

  var state: HTTPConnectionState
  /// Input that was read before the connection state stopped accepting input.
  var leftover: ArraySlice<UInt8> = []
  /// Whether the socket may have unread bytes. Epoll reports this once only (`EPOLLET`).
  var isReadable = false
  /// Whether the client has closed its sending side, so that a short read is not the last one.
  var endIsNear = false
  /// The receiver of the streamed request content.
  var contentReceiver: (any ContentReceiver)?
  /// The stream that is this connection's last response. Its head may still wait for earlier responses.
  var stream: EventStream?
  /// Called when all queued bytes of the stream are written.
  var whenSent: [@Sendable () -> Void] = []
  /// Whether the owner has finished the stream.
  var finishesStream = false
  /// Bytes that were received and discarded after the last response.
  var discardedBytes = 0
  /// The bytes that the loop counts for this connection.
  var heldBytes = 0
  /// Whether the loop counts the connection as holding bytes.
  var isHolder = false
  /// Whether the connection is in the loop's list `readyConnections`.
  var isQueuedForWriting = false
  /// False once the socket is closed and its descriptor may have been reused.
  var isOpen = true

  init(loop: EventLoop, socket: Int32, peer: IPAddress, generation: UInt32, permit: ConnectionLimiter.Permit?) {
    self.loop = loop
    self.socket = socket
    self.peer = peer
    self.generation = generation
    self.permit = permit
    state = HTTPConnectionState(limits: loop.limits)
  }
}
