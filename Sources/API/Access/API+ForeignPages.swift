import HTTP

// If no token is required, any page in a browser on this machine could send requests that need no CORS preflight,
// such as a POST without a content type. Browsers send the page's origin with each POST (Fetch, "append a request
// `Origin` header").

extension API {
  /// Refuses a change requested by a page of a foreign origin.
  func checkOrigin(of request: Request) throws(Problem) {
    guard configuration.refusesForeignPages, request.method == .post, let origin = request.value(of: "origin") else {
      return
    }
    let text = String(decoding: origin, as: UTF8.self)
    guard !configuration.allowedOrigins.contains(text), !request.isOfOwnOrigin(text) else { return }
    throw Problem(
      403, "foreign-page",
      "A page of \(text.prefix(80)) may change nothing here; start the server with `--allow-origin` and that origin.")
  }
}

extension Request {
  /// Whether the origin is the host of this request. The scheme is ignored, since a proxy may terminate TLS.
  fileprivate func isOfOwnOrigin(_ origin: String) -> Bool {
    guard let authorityText, let scheme = origin.firstIndex(of: ":") else { return false }
    return origin[scheme...].lowercased() == "://\(authorityText.lowercased())"
  }
}
