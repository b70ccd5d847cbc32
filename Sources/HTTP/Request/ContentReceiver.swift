/// A receiver of streamed request content.
///
/// Called on an event loop, where it must not block. Not called after `abort` or after the last piece.
package protocol ContentReceiver: AnyObject, Sendable {
  /// Receives the next piece, which may be empty if it is the last.
  ///
  /// - Parameter taken: To be called once, on any thread, to receive the next piece; reading pauses until then. Not
  ///   needed after the last piece.
  func receive(_ piece: [UInt8], isLast: Bool, taken: @escaping @Sendable () -> Void)

  /// Reports that the content is incomplete: the client disconnected or was too slow, or the request was already
  /// answered.
  func abort()
}
