import HTTP
import Support

extension Tracer {
  /// Ends the span of a request, with the names of OpenTelemetry's conventions for HTTP servers.
  func end(_ span: TraceSpan, _ template: String?, _ status: Int, _ problem: String?, _ exchange: Exchange) {
    let request = exchange.request
    let isKnown = request.method != .other
    let name = (isKnown ? request.methodText : "HTTP") + (template.map { " " + $0 } ?? "")
    var attributes: [(name: StaticString, value: EndedSpan.Value)] = [
      ("http.request.method", .text(isKnown ? request.methodText : "_OTHER")), ("url.scheme", .text("http")),
      ("url.path", .text(request.pathText)), ("http.response.status_code", .integer(status)),
      ("navstate.request_id", .text(exchange.requestID)), ("navstate.credential", .text(exchange.credential)),
    ]
    if let template { attributes.append(("http.route", .text(template))) }
    if let problem { attributes.append(("navstate.problem", .text(problem))) }
    if status >= 500 { attributes.append(("error.type", .text(problem ?? String(status)))) }
    end(span, .server, name, failed: status >= 500, attributes)
  }
}
