/// A receiver of a request's content that comes in pieces.
///
/// Called on an event loop, where it must not block. After `abort`, or after the last piece, it is called no more.
package protocol ContentReceiver: AnyObject, Sendable {
  /// Takes the next piece, which may be empty when it is the last.
  ///
  /// - Parameter taken: To be called once, from any thread, when the next piece may come: until then, nothing more is read
  ///   from the client. Not needed after the last piece.
  func receive(_ piece: [UInt8], isLast: Bool, taken: @escaping @Sendable () -> Void)

  /// The rest does not come: the client has gone or was too slow, or the request was answered already.
  func abort()
}
