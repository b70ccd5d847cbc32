/// One complete request: its head as it came, where the parts of it are, and its content.
///
/// Keeps the bytes of the head and ranges into them, so that a request costs two allocations however many
/// fields it has. Does not decode anything until it is asked for.
package struct Request: Sendable {
  package let method: Method
  /// The bytes of request line and field lines.
  package let head: [UInt8]
  /// Where in `head` the path is, without the query: always origin-form; `*` for `OPTIONS *`.
  package let path: Range<Int>
  /// Where in `head` the query is, without its `?`; nil when there is none.
  package let query: Range<Int>?
  /// Where names and values of the fields are, in the order in which they came.
  package let fields: [FieldRange]
  /// The content, framing removed.
  package var body: [UInt8]
  /// Whether the connection may serve another request after this one.
  package let keepsAlive: Bool

  package struct FieldRange: Sendable {
    package let name: Range<Int>
    package let value: Range<Int>
  }
}
