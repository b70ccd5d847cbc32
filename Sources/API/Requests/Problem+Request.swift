import HTTP
import JSON
import Navigation

// The problems of a request as such, before a controller handles it.

extension Problem {
  static func misdirected(_ request: Request) -> Problem {
    // RFC 9110 §15.5.20
    Problem(
      421, "misdirected-request",
      "This server is not `\((request.authorityText ?? "").prefix(80))`. Ask it by its address, or start it with "
        + "`--allow-host` and that name.")
  }

  /// The request has a `Content-Encoding`. Encoded content is rejected: its decoded length is not known in advance.
  static func unsupportedCoding(of request: Request) -> Problem {
    let given = request.values(of: "content-encoding").map { String(decoding: $0, as: UTF8.self) }
      .joined(separator: ", ")
    var problem = Problem(
      415, "unsupported-content-coding",
      "The body is sent with `Content-Encoding: \(given.prefix(80))`; send it without a content coding.")
    problem.acceptedCoding = "identity"
    return problem
  }

  static func methodNotAllowed(_ request: Request, _ allowed: [Method]) -> Problem {
    let list = allowed.map(\.rawValue).joined(separator: ", ")
    var problem = Problem(
      405, "method-not-allowed", "\(request.methodText) is not for this path; it takes \(list).")
    problem.allowed = allowed
    return problem
  }

  static func notImplemented(_ request: Request) -> Problem {
    Problem(501, "method-not-implemented", "The method \(request.methodText) is not known here.")
  }

  /// A problem with one member of the body.
  static func fault(_ code: String, _ detail: String, at name: String) -> Problem {
    var problem = Problem(422, code, detail)
    problem.faults = [Fault(at: JSONPointer().appending(name: name), detail)]
    return problem
  }
}

extension Request {
  /// Checks the Accept field against the media types of an endpoint.
  func checkAccepts(_ endpoint: Endpoint) throws(Problem) {
    let content = endpoint.content
    guard !accepts(content.type, content.subtype), content != .file else { return }
    if endpoint.alternatives.contains(where: { accepts($0.type, $0.subtype) }) { return }
    throw Problem(
      406, "not-acceptable", "The answer is `\(content.type)/\(content.subtype)`, which the Accept field does not take."
    )
  }
}
