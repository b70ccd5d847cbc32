/// One complete request: its head as it came, where the parts of it are, and its content.
///
/// Keeps the bytes of the head and ranges into them, so that a request costs two allocations however many
/// fields it has. Does not decode anything until it is asked for.
@usableFromInline package struct Request: Sendable {
  package let method: Method
  /// 0 for HTTP/1.0, which must be told that its connection stays open; 1 for all later ones.
  package let minorVersion: UInt8
  /// The bytes of request line and field lines.
  package let head: [UInt8]
  /// Where in `head` the path is, without the query: always origin-form; `*` for `OPTIONS *`.
  package let path: Range<Int>
  /// Where in `head` the query is, without its `?`; nil when there is none.
  package let query: Range<Int>?
  /// Where in `head` host and port are: those of the target if it has them, else of Host. Empty in a 1.0 request
  /// without either.
  package let authority: Range<Int>
  /// Where names and values of the fields are, in the order in which they came.
  package let fields: [FieldRange]
  /// The content, framing removed; empty when it follows.
  package var body: [UInt8]
  /// Whether the content is not here, but comes in pieces to whoever asks for it with `Answering.receive`.
  package let contentFollows: Bool
  /// Whether the connection may serve another request after this one.
  package let keepsAlive: Bool
  /// Whether the content is in a coding, such as `br`: none is understood here.
  package let isEncoded: Bool

  init(head: RequestHead, fields: [FieldRange], bytes: [UInt8], body: [UInt8], contentFollows: Bool = false) {
    method = head.method
    minorVersion = head.minorVersion
    self.head = bytes
    path = head.path
    query = head.query
    authority = head.authority
    self.fields = fields
    self.body = body
    self.contentFollows = contentFollows
    keepsAlive = head.keepsAlive
    isEncoded = head.framing.isEncoded && head.framing.content != .none
  }

  /// In 32 bits each: a request has a dozen of these.
  package struct FieldRange: Sendable {
    private let nameStart, nameEnd, valueStart, valueEnd: UInt32

    package init(name: Range<Int>, value: Range<Int>) {
      nameStart = UInt32(name.lowerBound)
      nameEnd = UInt32(name.upperBound)
      valueStart = UInt32(value.lowerBound)
      valueEnd = UInt32(value.upperBound)
    }

    package var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
    package var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }
  }
}
