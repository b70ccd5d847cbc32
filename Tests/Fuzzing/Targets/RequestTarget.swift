import HTTP
import Verdict

/// Connections for the request parser: the verdict does not depend on the split of the bytes, and the accessors of an
/// accepted request do not trap.
enum RequestTarget {
  static func head(_ input: [UInt8]) {
    for limits in [.small, RequestParser.Limits()] { check(input, limits) }
  }

  /// Reads the input as a chunked body, after a request head.
  static func chunks(_ input: [UInt8]) {
    let head = Array("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
    for limits in [.small, RequestParser.Limits()] { check(head + input, limits) }
  }

  private static func check(_ connection: [UInt8], _ limits: RequestParser.Limits) {
    let verdict = Verdict(of: connection, limits: limits)
    require(verdict.isSame(inPiecesOf: connection, limits: limits), "the verdict depends on the split")
    for request in verdict.requests { look(at: request) }
  }

  /// Calls all accessors of a request.
  static func look(at request: Request) {
    _ = (request.pathText, request.authorityText, try? request.parameters())
    _ = (request.accepts("application", "json"), request.preference("return"), request.text(of: "host"))
    for name: StaticString in ["if-match", "if-none-match", "accept-encoding"] {
      for member in request.values(of: name) { _ = member }
    }
    if let type = request.value(of: "content-type") { _ = MediaType(type)?.parameter("charset") }
    _ = router.match(request)
  }

  private static let router = Router([
    Route(.get, "/", "root"), Route(.get, "/v1/apps/{app}", "app"), Route(.post, "/v1/sessions", "sessions"),
    Route(.get, "/v1/sessions/{id}", "session"), Route(.post, "/v1/sessions/{id}/{type}", "action"),
    Route(.post, "/v1/sessions/{id}/actions", "actions"),
  ])
}
