import HTTP

// CORS, as the Fetch standard has it: exact origins, and nothing said to the others.

extension API {
  /// What the answer to a request says about origins.
  func origin(of request: Request) -> AnswerOrigin {
    if configuration.allowedOrigins.isEmpty { return .unspoken }
    return allowedOrigin(request).map(AnswerOrigin.allowed) ?? .refused
  }

  private func allowedOrigin(_ request: Request) -> String? {
    guard let origin = request.text(of: "origin"), configuration.allowedOrigins.contains(origin) else { return nil }
    return origin
  }

  /// The answer to OPTIONS, also to a browser that asks beforehand whether it may call.
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

/// Whether a page of another origin may read an answer.
enum AnswerOrigin: Sendable {
  /// No origin is allowed here at all.
  case unspoken
  /// Others may, but not the page that asks; or nobody says that a page asks.
  case refused
  case allowed(String)
}

extension FieldLines {
  mutating func append(_ origin: AnswerOrigin) {
    if case .unspoken = origin { return }
    // Also where this page may not: a cache must not give its answer to one that may (Fetch, "CORS protocol and HTTP
    // caches").
    append("Vary", "Origin")
    guard case .allowed(let origin) = origin else { return }
    append("Access-Control-Allow-Origin", origin)
    append(
      "Access-Control-Expose-Headers", "ETag, Idempotency-Replayed, Location, Retry-After, X-Request-Id, traceparent")
  }
}
