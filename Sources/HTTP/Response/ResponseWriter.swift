/// Where the answer to one request goes. Usable from any thread; the first answer counts.
package protocol ResponseWriter: Sendable {
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
    _ head: consuming Response, finalChunk: SharedChunk?, onClose: @escaping @Sendable (StreamEnding) -> Void
  ) -> any ContentStream

  /// Answers with a head, and with content that is sent to the stream piece by piece from then on, up to its `finish`.
  ///
  /// Nothing is added to it: a stream that pauses is silent, and a server that stops lets it end. A client can tell content
  /// that was cut from what is complete.
  ///
  /// - Parameter onClose: Called once when the stream has ended for any reason, possibly before this has returned.
  func stream(
    contentAfter head: consuming Response, onClose: @escaping @Sendable (StreamEnding) -> Void
  ) -> any ContentStream

  /// Lets the answer come later than others.
  ///
  /// - Parameters:
  ///   - fallback: What is answered at the end of that time, or before it when the server stops.
  ///   - onGivingUp: Called once when nobody waits any more though no answer has come; possibly at once.
  func expectAnswer(within time: Duration, orElse fallback: Response?, onGivingUp: @escaping @Sendable () -> Void)
}

extension ResponseWriter {
  package var peer: IPAddress? { nil }

  /// Where requests come whole, no content follows.
  package func receive(_ receiver: any ContentReceiver) { receiver.abort() }
}
