/// A response: status, fields and content. The connection adds `Date`, `Content-Length` and `Connection`.
package struct Response: Sendable {
  package var status: Int
  /// The media type of the content; nil: no `Content-Type` is sent.
  package var contentType: StaticString?
  /// A number that is sent as a strong entity tag; nil: no `ETag` is sent, unless `fields` has one.
  package var entityTag: Int?
  /// Fields that many responses have, as serialized lines; nil: none.
  package var commonFields: StaticString?
  /// The other fields, as serialized lines, each with its CRLF.
  package var fields: FieldLines
  package var body: [UInt8]
  /// Whether the connection closes after this response.
  package var closes: Bool

  /// Creates a response.
  package init(
    status: Int, contentType: StaticString? = nil, entityTag: Int? = nil, fields: FieldLines = FieldLines(),
    body: [UInt8] = [], closes: Bool = false
  ) {
    self.status = status
    self.contentType = contentType
    self.entityTag = entityTag
    self.fields = fields
    self.body = body
    self.closes = closes
  }
}
