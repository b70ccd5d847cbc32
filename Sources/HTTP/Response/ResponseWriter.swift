/// Writes the response to one request. Can be used from any thread; the first response counts.
package protocol ResponseWriter: Sendable {
  /// The address of the connection's other end; nil if there is none.
  var peer: IPAddress? { get }

  /// Sends the response.
  func send(_ response: consuming Response)

  /// Receives the content of a request whose content follows. A response before its end closes the connection.
  func receive(_ receiver: any ContentReceiver)

  /// Sends a head and returns a stream of events.
  ///
  /// - Parameters:
  ///   - finalChunk: The last piece when the server stops.
  ///   - onClose: Called once when the stream ends for any reason, possibly before this returns.
  func stream(
    _ head: consuming Response, finalChunk: SharedChunk?, onClose: @escaping StreamCloseHandler
  ) -> any ContentStream

  /// Sends a head and returns a stream of content, which ends with `finish`.
  ///
  /// The server adds nothing to the content: there are no comments in pauses, and a server that stops lets the content
  /// end. Clients can detect truncated content.
  ///
  /// - Parameter onClose: Called once when the stream ends for any reason, possibly before this returns.
  func stream(
    contentAfter head: consuming Response, onClose: @escaping StreamCloseHandler
  ) -> any ContentStream

  /// Sets a response timeout for this request.
  ///
  /// - Parameters:
  ///   - fallback: The response at the timeout, or earlier when the server stops.
  ///   - onGivingUp: Called once if the request no longer waits although it was not answered; possibly at once.
  func expectAnswer(within time: Duration, orElse fallback: Response?, onGivingUp: @escaping @Sendable () -> Void)
}

extension ResponseWriter {
  /// The default: no address.
  package var peer: IPAddress? { nil }

  /// The default for writers of complete requests, whose content never follows.
  package func receive(_ receiver: any ContentReceiver) { receiver.abort() }
}
