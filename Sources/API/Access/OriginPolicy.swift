import HTTP

/// The permissions of pages of other origins: to read responses (CORS, Fetch standard) and to make changes.
///
/// Origins are compared exactly; responses to other origins have no `Access-Control-*` fields.
struct OriginPolicy: Sendable {
  private let allowedOrigins: [String]
  private let refusesForeignPages: Bool
  private let refused: DistinctReporter

  init(_ configuration: API.Configuration, log: RequestLog = .silent) {
    allowedOrigins = configuration.allowedOrigins
    refusesForeignPages = configuration.refusesForeignPages
    refused = DistinctReporter(tell: log.tellOrigin)
  }

  /// The CORS decision for the response to a request.
  func origin(of request: Request) -> AnswerOrigin {
    guard let origin = request.value(of: "origin") else { return allowedOrigins.isEmpty ? .unspoken : .refused }
    let text = String(decoding: origin, as: UTF8.self)
    if allowedOrigins.contains(text) { return .allowed(text) }
    if !request.isOfOwnOrigin(text) { refused.report(text) }
    // Without allowed origins no response depends on the origin, so that caches need no `Vary`.
    return allowedOrigins.isEmpty ? .unspoken : .refused
  }

  private func allowedOrigin(_ request: Request) -> String? {
    guard let origin = request.text(of: "origin"), allowedOrigins.contains(origin) else { return nil }
    return origin
  }

  /// Refuses a change requested by a page of a foreign origin.
  ///
  /// If no token is required, any page in a browser on this machine could send requests that need no CORS preflight,
  /// such as a POST without a content type. Browsers send the page's origin with each POST (Fetch, "append a request
  /// `Origin` header").
  func checkOrigin(of exchange: Exchange) throws(Problem) {
    let request = exchange.request
    // PUT, PATCH and DELETE always have a preflight (Fetch standard), which `options` grants to allowed origins only.
    // Servers of agents check the origin of all requests (Model Context Protocol, Streamable HTTP, "Security Warning").
    guard (refusesForeignPages && request.method == .post) || exchange.endpoint.access == .agent,
      let origin = request.value(of: "origin")
    else { return }
    let text = String(decoding: origin, as: UTF8.self)
    guard !allowedOrigins.contains(text), !request.isOfOwnOrigin(text) else { return }
    throw Problem(
      403, "foreign-page",
      "Pages of the origin \(text.prefix(80)) are not allowed to send this request; start the server with `--allow-origin` and "
        + "that origin.")
  }

  /// The response to OPTIONS, including CORS preflights.
  func options(_ request: Request, _ allowed: [Method]) -> Response {
    var response = Response.empty(204)
    let methods = allowed.map(\.rawValue).joined(separator: ", ")
    response.fields.append("Allow", methods)
    if allowedOrigin(request) != nil, request.value(of: "access-control-request-method") != nil {
      // Never with `Access-Control-Allow-Credentials`, since the server uses no cookies (docs/decisions/0027).
      response.fields.append("Access-Control-Allow-Methods", methods)
      response.fields.append("Access-Control-Allow-Headers", Self.allowedFields)
      response.fields.append("Access-Control-Max-Age", "600")
    }
    return response
  }

  private static let allowedFields =
    "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Lease, MCP-Protocol-Version, "
    + "Mcp-Method, Mcp-Name, Mcp-Session-Id, Prefer, X-Request-Id, traceparent"
}

/// The permission of a page of another origin to read a response.
enum AnswerOrigin: Sendable {
  /// No allowed origins are configured.
  case unspoken
  /// The page's origin is not allowed, or the request has no `Origin` field.
  case refused
  case allowed(String)
}

extension FieldLines {
  mutating func append(_ origin: AnswerOrigin) {
    if case .unspoken = origin { return }
    // Also sent to a refused origin: a cache must not serve that response to an allowed one (Fetch, "CORS protocol and
    // HTTP caches").
    append("Vary", "Origin")
    guard case .allowed(let origin) = origin else { return }
    append("Access-Control-Allow-Origin", origin)
    append(
      "Access-Control-Expose-Headers",
      "ETag, Idempotency-Replayed, Location, Mcp-Session-Id, Retry-After, X-Request-Id, traceparent")
  }
}

extension Request {
  /// Whether the origin is the host of this request. The scheme is ignored, since a proxy may terminate TLS.
  fileprivate func isOfOwnOrigin(_ origin: String) -> Bool {
    guard let authorityText, let scheme = origin.firstIndex(of: ":") else { return false }
    return origin[scheme...].lowercased() == "://\(authorityText.lowercased())"
  }
}
