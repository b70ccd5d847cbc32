/// An answer: status, fields and content. Serialised by the connection, which adds `Date`, `Content-Length` and
/// `Connection`.
package struct Response: Sendable {
  package var status: Int
  /// Field lines ready to be sent, each ended by CRLF.
  package var fields: FieldLines
  package var body: [UInt8]
  /// Whether the connection ends after this answer.
  package var closes: Bool

  package init(status: Int, fields: FieldLines = FieldLines(), body: [UInt8] = [], closes: Bool = false) {
    self.status = status
    self.fields = fields
    self.body = body
    self.closes = closes
  }
}
