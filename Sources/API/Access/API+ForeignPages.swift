import HTTP

// Where no token is asked for, any page that a browser on this machine shows could send what needs no asking beforehand: a POST
// without a content type. Browsers say with each POST whose page it is (Fetch, "append a request `Origin` header").

extension API {
  /// Refuses what a page of another origin wants to change that may not.
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
  /// Whether a page of that origin came from where this request goes, whatever the scheme: a proxy may have taken TLS away.
  fileprivate func isOfOwnOrigin(_ origin: String) -> Bool {
    guard let authorityText, let scheme = origin.firstIndex(of: ":") else { return false }
    return origin[scheme...].lowercased() == "://\(authorityText.lowercased())"
  }
}
