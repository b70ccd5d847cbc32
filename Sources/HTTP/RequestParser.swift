/// Turns the bytes of one connection into requests: strict, incremental, pure (RFC 9112).
package struct RequestParser: Sendable {
  package struct Limits: Sendable {
    package var target = 8192
    package var field = 8192
    package var headerSection = 32768
    package var fields = 100
    package var chunkLine = 256
    package var body = 1 << 20
    package init() {}
  }

  package enum Event: Sendable {
    /// The head of a request with `Expect: 100-continue` is complete and its content has not begun.
    case expectsContinue
    case request(Request)
  }

  /// Where in a message the parser stands: which deadline applies.
  package enum Phase: Sendable, Equatable {
    /// Between messages: not a byte of the next one came.
    case idle
    case head
    case body
  }

  package private(set) var phase = Phase.idle
  private let limits: Limits

  package init(limits: Limits = Limits()) {
    self.limits = limits
  }

  /// Takes bytes from the front of `input` until a request is complete or no byte is left.
  ///
  /// - Parameter input: What was read; shrinks by what was taken. Bytes of a later request stay in it.
  /// - Returns: The next event, or nil when more bytes are needed.
  /// - Throws: Once; the parser is of no use afterwards.
  package mutating func next(_ input: inout Slice<UnsafeRawBufferPointer>) throws(RequestError) -> Event? {
    nil
  }
}
