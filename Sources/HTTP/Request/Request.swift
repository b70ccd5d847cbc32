/// A complete request: the bytes of its head, the ranges of its parts, and its content.
///
/// The ranges refer to the bytes of the head, so a request costs two allocations, however many fields it has. Nothing
/// is decoded before it is requested.
@usableFromInline package struct Request: Sendable {
  package let method: Method
  /// 0 for HTTP/1.0, whose persistent connections need `Connection: keep-alive`; 1 for later versions.
  package let minorVersion: UInt8
  /// The bytes of request line and field lines.
  package let head: [UInt8]
  /// The range of the path in `head`, without the query: always origin-form; `*` for `OPTIONS *`.
  package let path: Range<Int>
  /// The range of the query in `head`, without its `?`; nil without a query.
  package let query: Range<Int>?
  /// The range of host and port in `head`: those of the target if it has them, else of Host. Empty for a 1.0 request
  /// without either.
  package let authority: Range<Int>
  /// The kind of the host in `authority`.
  package let hostKind: HostKind
  /// The ranges of the names and values of the fields, in order.
  package let fields: [FieldRange]
  /// A filter of the names of the fields.
  let fieldNames: FieldNames
  /// The content without its framing; empty if it is streamed.
  package var body: [UInt8]
  /// Whether the content is streamed to the receiver that is passed to `ResponseWriter.receive`.
  package let contentFollows: Bool
  /// Whether the connection may serve another request after this one.
  package let keepsAlive: Bool
  /// Whether the content has a coding, such as `br`. None is supported.
  package let isEncoded: Bool

  init(head: RequestHead, fields: [FieldRange], bytes: [UInt8], body: [UInt8], contentFollows: Bool = false) {
    method = head.method
    minorVersion = head.minorVersion
    self.head = bytes
    path = head.path
    query = head.query
    authority = head.authority
    hostKind = head.hostKind
    self.fields = fields
    fieldNames = head.fieldNames
    self.body = body
    self.contentFollows = contentFollows
    keepsAlive = head.keepsAlive
    isEncoded = head.framing.isEncoded && head.framing.content != .none
  }

  /// The ranges of a field, in 32 bits each: a request has a dozen of these.
  package struct FieldRange: Sendable {
    private let nameStart, nameEnd, valueStart, valueEnd: UInt32

    /// Creates a field from ranges in the head.
    package init(name: Range<Int>, value: Range<Int>) {
      // The parser's limits keep a head far below 4 GiB.
      nameStart = UInt32(name.lowerBound)
      nameEnd = UInt32(name.upperBound)
      valueStart = UInt32(value.lowerBound)
      valueEnd = UInt32(value.upperBound)
    }

    /// The range of the name in the head.
    package var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
    /// The range of the value in the head, without surrounding whitespace.
    package var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }
  }
}
