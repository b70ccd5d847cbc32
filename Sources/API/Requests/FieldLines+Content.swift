import HTTP

extension FieldLines {
  /// The media type, and for what a browser shows: what it may do with it.
  mutating func append(_ content: Endpoint.Content) {
    append("Content-Type", content.isText ? content.name + "; charset=utf-8" : content.name)
    append("X-Content-Type-Options", "nosniff")
  }

  /// What a page may load and do, and who may have it.
  ///
  /// - Parameter policy: Its Content-Security-Policy.
  mutating func append(policy: String) {
    append("Content-Security-Policy", policy)
    // Addresses here hold the ids of sessions.
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
