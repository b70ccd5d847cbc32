import HTTP

extension Response {
  /// A successful response.
  init(_ body: [UInt8], as content: Endpoint.Content) {
    self.init(status: 200, contentType: content.contentType, body: body)
  }

  /// The common fields of responses of the API: no cache stores them, since they have secrets and revisions that change, and
  /// browsers do not guess another media type.
  static let uncached: StaticString = "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
  /// Those of files. The client revalidates them each time, mostly with 304, so that files of two versions are not mixed
  /// for long.
  static let revalidated: StaticString = "Cache-Control: no-cache\r\nX-Content-Type-Options: nosniff\r\n"
  /// Those of event streams. A proxy that compresses would hold events back, as nginx would by buffering.
  static let streamed: StaticString =
    "Cache-Control: no-store, no-transform\r\nX-Content-Type-Options: nosniff\r\nX-Accel-Buffering: no\r\n"
}

extension FieldLines {
  /// Appends the security fields of a page.
  ///
  /// - Parameter policy: The page's Content-Security-Policy.
  mutating func append(policy: String) {
    append("Content-Security-Policy", policy)
    // URLs here contain session ids.
    append("Referrer-Policy", "no-referrer")
    append("Cross-Origin-Opener-Policy", "same-origin")
    append("Cross-Origin-Resource-Policy", "same-origin")
  }
}
