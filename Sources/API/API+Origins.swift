import HTTP

// CORS, as the Fetch standard has it: exact origins, and nothing said to the others.

extension API {
  /// The origin of the page that asks, if it may.
  func allowedOrigin(_ request: Request) -> String? {
    guard !configuration.allowedOrigins.isEmpty, let origin = request.text(of: "origin"),
      configuration.allowedOrigins.contains(origin)
    else { return nil }
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
        "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Prefer, X-Request-Id, traceparent")
      response.fields.append("Access-Control-Max-Age", "600")
    }
    return response
  }
}

extension FieldLines {
  /// Says that a page of that origin may read the answer.
  mutating func allow(origin: String) {
    append("Access-Control-Allow-Origin", origin)
    append("Access-Control-Expose-Headers", "ETag, Idempotency-Replayed, Location, Retry-After, X-Request-Id")
    append("Vary", "Origin")
  }
}
