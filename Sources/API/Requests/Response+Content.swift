import HTTP

extension Response {
  /// A successful response. Browsers do not guess another media type for it.
  init(_ body: [UInt8], as content: Endpoint.Content) {
    self.init(status: 200, contentType: content.contentType, body: body)
    fields.append("X-Content-Type-Options", "nosniff")
  }
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
