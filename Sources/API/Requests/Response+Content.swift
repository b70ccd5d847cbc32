import HTTP

extension FieldLines {
  /// Appends the media type, and `nosniff` so that browsers do not guess another one.
  mutating func append(_ content: Endpoint.Content) {
    append("Content-Type", content.isText ? content.name + "; charset=utf-8" : content.name)
    append("X-Content-Type-Options", "nosniff")
  }

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

extension Endpoint.Content {
  fileprivate var isText: Bool {
    switch self {
    case .html, .css, .javaScript, .mermaid, .text: true
    default: false
    }
  }
}
