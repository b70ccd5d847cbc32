import HTTP

/// Where the answer to one request goes: cheap to copy, usable from any thread.
///
/// The first answer counts; a second one, or one for a connection that has gone, is dropped. A reply that is never
/// used is a programmer's fault: its connection waits for it, and closes after `Timeouts.answer`.
package struct Reply: Sendable {
  let connection: Connection
  let number: UInt32

  /// Answers the request. On the event loop, within `respond(to:reply:)`, this is the fast path: answers to all
  /// requests of one read leave in one write.
  package func send(_ response: consuming Response) {
    connection.loop.take(Answer(response: response, number: number, connection: connection))
  }
}

/// An answer on its way to the connection that waits for it.
struct Answer: Sendable {
  let response: Response
  let number: UInt32
  let connection: Connection
}
