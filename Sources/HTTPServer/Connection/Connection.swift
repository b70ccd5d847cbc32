import Glibc
import HTTP

/// A socket and the conversation on it.
///
/// Unchecked: `loop`, `socket` and `generation` never change, everything else is touched on the loop's queue only.
/// Replies on other threads hold a connection without looking into it.
final class Connection: @unchecked Sendable {
  let loop: EventLoop
  let socket: Int32
  /// Tells this connection's events from those of a closed one with the same descriptor.
  let generation: UInt32
  /// The other end.
  let peer: IPAddress
  /// Whom the census counted; nil for a connection that was turned away.
  let permit: ConnectionLimiter.Permit?

  var state: HTTPConnectionState
  /// What was read before the conversation wanted no more.
  var leftover: ArraySlice<UInt8> = []
  /// Whether the socket may hold bytes that were not read: it tells only once (`EPOLLET`).
  var isReadable = false
  /// Whether the end of the input is known to be near, so that a short read is not the last one.
  var endIsNear = false
  /// The receiver of the content that comes.
  var contentReceiver: (any ContentReceiver)?
  /// The stream that is the answer here, or will be after others.
  var stream: EventStream?
  /// Called when nothing of the stream waits any more.
  var whenSent: [@Sendable () -> Void] = []
  /// Whether the stream's owner has nothing more to send.
  var finishesStream = false
  /// Bytes that came after the last answer and were discarded.
  var discardedBytes = 0
  /// Bytes that the loop counts to it alone.
  var heldBytes = 0
  /// Whether the loop counts it among those that hold something.
  var isHolder = false
  /// Whether the loop has the connection in its line of those to write to.
  var isQueuedForWriting = false
  /// False once the socket is closed and its descriptor may be somebody else's.
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
