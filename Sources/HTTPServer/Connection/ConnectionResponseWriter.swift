import HTTP

/// Writes the response to one request. Cheap to copy, and usable from any thread.
///
/// The first response counts. Later ones, and those for closed connections, are dropped. A writer must be used: its
/// connection waits for the response and closes after `Timeouts.answer`.
package struct ConnectionResponseWriter: ResponseWriter {
  let connection: Connection
  let number: UInt32

  /// The address of the client.
  package var peer: IPAddress? { connection.peer }

  /// Sends the response. On the event loop, within `respond(to:writer:)`, this is the fast path: the responses to all
  /// requests of one read are sent in one write.
  package func send(_ response: consuming Response) {
    connection.loop.submit(PendingResponse(response: response, number: number, connection: connection))
  }

  /// Receives the content of a request whose content follows. Sends 100 to a client that waits for it.
  package func receive(_ receiver: any ContentReceiver) {
    connection.receive(receiver, for: number)
  }

  /// Sends a head and returns a stream of events.
  ///
  /// To a HEAD request only the head is sent; the stream then ends at once, as it does when the client has
  /// disconnected. HTTP/1.1 clients get chunks, HTTP/1.0 clients bare content.
  ///
  /// - Parameters:
  ///   - head: Status and fields; `body` is ignored. The status must allow content.
  ///   - finalChunk: The last piece when the server stops, such as a `retry:` field.
  ///   - onClose: Called once when the stream ends for any reason, on an event loop, where it must not block. It may be
  ///     called before `stream` returns.
  package func stream(
    _ head: consuming Response, finalChunk: SharedChunk? = nil,
    onClose: @escaping StreamCloseHandler
  ) -> any ContentStream {
    let stream = EventStream(
      connection: connection, number: number, kind: .events(finalChunk: finalChunk), onClose: onClose)
    connection.loop.begin(stream, with: head)
    return stream
  }

  /// Sends a head and returns a stream of content that has an end.
  ///
  /// A pause longer than `Timeouts.answer` aborts the connection.
  package func stream(
    contentAfter head: consuming Response, onClose: @escaping StreamCloseHandler
  ) -> any ContentStream {
    let stream = EventStream(connection: connection, number: number, kind: .content, onClose: onClose)
    connection.loop.begin(stream, with: head)
    return stream
  }

  /// Replaces `Timeouts.answer` for this request, starting now. For responses that wait for an event.
  ///
  /// - Parameters:
  ///   - time: The timeout, checked once a second.
  ///   - fallback: The response that the server sends at the timeout, or earlier when it stops. With nil the connection
  ///     closes. A later response is dropped.
  ///   - onGivingUp: Called once, on an event loop, where it must not block, if the request is no longer waiting
  ///     although it was not answered: after the timeout, when the server stops, or when the connection closes. It may
  ///     be called at once, so a caller that stores the writer must store it before this call.
  package func expectAnswer(
    within time: Duration, orElse fallback: Response? = nil, onGivingUp: @escaping @Sendable () -> Void = {}
  ) {
    connection.loop.expectAnswer(number, of: connection, within: time, orElse: fallback, onGivingUp: onGivingUp)
  }
}

/// A response on its way to its connection's event loop.
struct PendingResponse: Sendable {
  let response: Response
  let number: UInt32
  let connection: Connection
}
