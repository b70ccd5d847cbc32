/// A streamed response: its content is sent in pieces, possibly without an end.
///
/// All methods can be called from any thread and never block. Pieces of one thread, or of several under a common lock,
/// are sent in order. Calls after the end are ignored.
package protocol ContentStream: AnyObject, Sendable {
  /// Whether the stream has ended. True before the owner is notified. A caller that adds a stream to a list checks it
  /// under the list's lock and does not add an ended one; then the removal under the same lock misses none.
  var isClosed: Bool { get }

  /// Queues a piece. A client with too many queued pieces is disconnected.
  func send(_ chunk: SharedChunk)

  /// Sets the number of bytes that the owner keeps for this stream. They are counted to the stream's connection from
  /// its next write on.
  func keeps(bytes: Int)

  /// Calls `body` on the event loop, where it must not block, when all queued pieces have been written: the time for
  /// the next piece of a long content. Not called if the stream ends before.
  func whenSent(_ body: @escaping @Sendable () -> Void)

  /// Ends the content and the connection after the queued pieces.
  func finish()

  /// Aborts the connection: the content is incomplete, and the client must not take it for complete.
  func abort()
}

/// Called once when a stream ends, with the reason.
package typealias StreamCloseHandler = @Sendable (StreamEnding) -> Void

/// The reason for the end of a stream.
package enum StreamEnding: Sendable, Hashable {
  /// All content was sent, up to the owner's `finish`; or the request was HEAD, which has no content.
  case finished
  /// The server stopped. The queued pieces and the final chunk were sent if there was time.
  case drained
  /// The client did not read, and the limit of queued pieces or of a stalled write was exceeded.
  case tooSlow
  /// The client disconnected, possibly before the stream began.
  case disconnected
  /// The owner could not complete the content.
  case aborted
}
