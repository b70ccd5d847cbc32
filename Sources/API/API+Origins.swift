import HTTP

// CORS, as the Fetch standard has it: exact origins, and nothing said to the others.

extension API {
  /// Adds to each answer that the page's origin may read it.
  func allowingOrigin(
    of request: Request, _ answer: @escaping @Sendable (Response) -> Void
  ) -> @Sendable (Response) -> Void {
    guard let origin = allowedOrigin(request) else { return answer }
    return { response in
      var response = response
      response.fields.append("Access-Control-Allow-Origin", origin)
      response.fields.append(
        "Access-Control-Expose-Headers", "ETag, Idempotency-Replayed, Location, Retry-After, X-Request-Id")
      response.fields.append("Vary", "Origin")
      answer(response)
    }
  }

  private func allowedOrigin(_ request: Request) -> String? {
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
