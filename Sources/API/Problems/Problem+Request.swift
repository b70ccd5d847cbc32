import HTTP
import JSON
import Navigation

// The problems of a request as such, before a controller handles it.

extension Problem {
  static func misdirected(_ request: Request) -> Problem {
    // RFC 9110 §15.5.20
    Problem(
      421, "misdirected-request",
      "The host `\((request.authorityText ?? "").prefix(80))` is not a name of this server. Use the server's address, or start "
        + "the server with `--allow-host` and that name.")
  }

  /// The request has a `Content-Encoding`. Encoded content is rejected: its decoded length is not known in advance.
  static func unsupportedCoding(of request: Request) -> Problem {
    let given = request.values(of: "content-encoding").map { String(decoding: $0, as: UTF8.self) }
      .joined(separator: ", ")
    var problem = Problem(
      415, "unsupported-content-coding",
      "`Content-Encoding: \(given.prefix(80))` is not supported; send the body without a content coding.")
    problem.acceptedCoding = "identity"
    return problem
  }

  static func methodNotAllowed(_ request: Request, _ allowed: [Method]) -> Problem {
    let list = allowed.map(\.rawValue).joined(separator: ", ")
    var problem = Problem(
      405, "method-not-allowed", "This path does not support \(request.methodText); it supports \(list).")
    problem.allowed = allowed
    return problem
  }

  static func notImplemented(_ request: Request) -> Problem {
    Problem(501, "method-not-implemented", "No path of this server supports the method \(request.methodText).")
  }

  /// A problem with one member of the body.
  static func fault(
    _ code: String, _ detail: String, under place: JSONPointer = JSONPointer(), at name: String
  ) -> Problem {
    var problem = Problem(422, code, detail)
    problem.faults = [Fault(at: place.appending(name: name), detail)]
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
      406, "not-acceptable", "The response is `\(content.type)/\(content.subtype)`, which the Accept field excludes.")
  }
}
