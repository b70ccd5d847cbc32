/// Where the content of an answer goes that comes piece by piece, for as long as there is something to say.
///
/// All of it may be called from any thread and never blocks. What one thread sends, or several that take turns under a
/// lock, goes out in that order. After the end, everything is ignored.
package protocol ContentStream: AnyObject, Sendable {
  /// True from just before the owner is told. Who adds a stream to a list after it began looks here under the list's
  /// lock, and adds none that has ended; then the removal, under the same lock, misses none.
  var isClosed: Bool { get }

  /// Queues a piece. A client that leaves too many waiting is disconnected.
  func send(_ chunk: SharedChunk)

  /// Says how many bytes the owner keeps in memory to send them later: they count to the stream's connection, from when
  /// that is written to.
  func keeps(bytes: Int)

  /// Calls `body` on the event loop, where it must not block, when nothing waits to be written any more: the time for
  /// the next part of something long. Not called when the stream ends before.
  func whenSent(_ body: @escaping @Sendable () -> Void)

  /// Ends the content, and the connection with it, after what was sent before.
  func finish()

  /// Breaks the connection off: the content cannot be completed, and the client must not take it for complete.
  func abort()
}

/// Why a stream is no more.
package enum StreamEnding: Sendable, Hashable {
  /// All of it was written, to the end that its owner gave it; or the request was HEAD, and there is no content.
  case finished
  /// The server stops: what was sent before, and the farewell, were written while there was time.
  case drained
  /// The client did not read what waited for it, so that the limits of a stream or of a stalled write were met.
  case tooSlow
  /// The client has gone, or was gone before the stream began.
  case disconnected
  /// Its owner could not complete it.
  case aborted
}
