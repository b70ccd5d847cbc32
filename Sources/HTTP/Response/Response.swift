/// A response: status, fields and content. The connection adds `Date`, `Content-Length` and `Connection`.
package struct Response: Sendable {
  package var status: Int
  /// The serialized field lines, each with its CRLF.
  package var fields: FieldLines
  package var body: [UInt8]
  /// Whether the connection closes after this response.
  package var closes: Bool

  /// Creates a response.
  package init(status: Int, fields: FieldLines = FieldLines(), body: [UInt8] = [], closes: Bool = false) {
    self.status = status
    self.fields = fields
    self.body = body
    self.closes = closes
  }
}
