import HTTP

// CORS (Fetch standard): exact origins; other origins get no `Access-Control-*` fields.

extension API {
  /// The CORS decision for the response to a request.
  func origin(of request: Request) -> AnswerOrigin {
    if configuration.allowedOrigins.isEmpty { return .unspoken }
    return allowedOrigin(request).map(AnswerOrigin.allowed) ?? .refused
  }

  private func allowedOrigin(_ request: Request) -> String? {
    guard let origin = request.text(of: "origin"), configuration.allowedOrigins.contains(origin) else { return nil }
    return origin
  }

  /// The response to OPTIONS, including CORS preflights.
  func options(_ request: Request, _ allowed: [Method]) -> Response {
    var response = Response.empty(204)
    let methods = allowed.map(\.rawValue).joined(separator: ", ")
    response.fields.append("Allow", methods)
    if allowedOrigin(request) != nil, request.value(of: "access-control-request-method") != nil {
      response.fields.append("Access-Control-Allow-Methods", methods)
      response.fields.append(
        "Access-Control-Allow-Headers",
        "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Lease, Prefer, "
          + "X-Request-Id, traceparent")
      response.fields.append("Access-Control-Max-Age", "600")
    }
    return response
  }
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
      "Access-Control-Expose-Headers", "ETag, Idempotency-Replayed, Location, Retry-After, X-Request-Id, traceparent")
  }
}
