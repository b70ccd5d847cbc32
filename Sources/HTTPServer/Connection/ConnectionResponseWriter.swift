import HTTP

/// Where the answer to one request goes: cheap to copy, usable from any thread.
///
/// The first answer counts; a second one, or one for a connection that has gone, is dropped. A reply that is never
/// used is a programmer's fault: its connection waits for it, and closes after `Timeouts.answer`.
package struct ConnectionResponseWriter: ResponseWriter {
  let connection: Connection
  let number: UInt32

  package var peer: IPAddress? { connection.peer }

  /// Answers the request. On the event loop, within `respond(to:writer:)`, this is the fast path: answers to all
  /// requests of one read leave in one write.
  package func send(_ response: consuming Response) {
    connection.loop.take(PendingResponse(response: response, number: number, connection: connection))
  }

  /// Takes the content of a request whose content follows; a client that waits for a 100 gets it now.
  package func receive(_ receiver: any ContentReceiver) {
    connection.loop.receive(receiver, for: number, of: connection)
  }

  /// Answers with a head, and with whatever is sent to the stream from then on.
  ///
  /// To a HEAD request the head is all, and the stream ends at once, as one does whose client has gone already.
  /// HTTP/1.1 clients get chunks, older ones bare content.
  ///
  /// - Parameters:
  ///   - head: Status and fields; its `body` is left out. A status without content cannot be streamed.
  ///   - farewell: The last piece when the server stops, such as a `retry:` field.
  ///   - onClose: Called once when the stream has ended for any reason, on an event loop, where it must not block; it
  ///     may be called before `stream` has returned.
  package func stream(
    _ head: consuming Response, finalChunk: SharedChunk? = nil,
    onClose: @escaping @Sendable (StreamEnding) -> Void
  ) -> any ContentStream {
    let stream = EventStream(
      connection: connection, number: number, kind: .events(finalChunk: finalChunk), onClose: onClose)
    connection.loop.begin(stream, with: head)
    return stream
  }

  /// Answers with a head, and with content that comes piece by piece.
  ///
  /// A pause of more than `Timeouts.answer` breaks the connection off.
  package func stream(
    contentAfter head: consuming Response, onClose: @escaping @Sendable (StreamEnding) -> Void
  ) -> any ContentStream {
    let stream = EventStream(connection: connection, number: number, kind: .content, onClose: onClose)
    connection.loop.begin(stream, with: head)
    return stream
  }

  /// Lets the answer come within another time than `Timeouts.answer`, from now: for an answer that waits for news.
  ///
  /// - Parameters:
  ///   - time: The server looks at it once a second.
  ///   - fallback: What the server answers by itself at the end of that time, or before that when it stops; with nil,
  ///     the connection closes. An answer that comes later is dropped.
  ///   - onGivingUp: Called once, on an event loop, where it must not block, when nobody waits any more though no answer
  ///     has come: the time is over, the server stops, or the connection has closed. Not called after an answer. It may
  ///     be called at once, so whoever keeps the reply for later keeps it before this.
  package func expectAnswer(
    within time: Duration, orElse fallback: Response? = nil, onGivingUp: @escaping @Sendable () -> Void = {}
  ) {
    connection.loop.expectAnswer(number, of: connection, within: time, orElse: fallback, onGivingUp: onGivingUp)
  }
}

/// An answer on its way to the connection that waits for it.
struct PendingResponse: Sendable {
  let response: Response
  let number: UInt32
  let connection: Connection
}
