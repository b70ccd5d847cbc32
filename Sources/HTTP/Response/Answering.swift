/// Where the answer to one request goes. Usable from any thread; the first answer counts.
package protocol Answering: Sendable {
  /// The other end of the connection; nil where there is none.
  var peer: IPAddress? { get }

  func send(_ response: consuming Response)

  /// Takes the content of a request whose content follows. An answer before its end closes the connection.
  func receive(_ receiver: any ContentReceiver)

  /// Answers with a head, and with whatever is sent to the stream from then on.
  ///
  /// - Parameters:
  ///   - farewell: The last piece when the server stops.
  ///   - onClose: Called once when the stream has ended for any reason, possibly before this has returned.
  func stream(
    _ head: consuming Response, farewell: SharedChunk?, onClose: @escaping @Sendable (StreamEnding) -> Void
  ) -> any ContentStream

  /// Lets the answer come later than others.
  ///
  /// - Parameters:
  ///   - fallback: What is answered at the end of that time, or before it when the server stops.
  ///   - onGivingUp: Called once when nobody waits any more though no answer has come; possibly at once.
  func expectAnswer(within time: Duration, orElse fallback: Response?, onGivingUp: @escaping @Sendable () -> Void)
}

extension Answering {
  package var peer: IPAddress? { nil }

  /// Where requests come whole, no content follows.
  package func receive(_ receiver: any ContentReceiver) { receiver.abort() }
}
