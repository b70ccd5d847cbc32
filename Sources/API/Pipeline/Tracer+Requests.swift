import HTTP
import Support

extension Tracer {
  /// Ends the span of a request, with the names of OpenTelemetry's conventions for HTTP servers.
  func end(_ span: TraceSpan, _ template: String?, _ status: Int, _ problem: String?, _ exchange: Exchange) {
    let request = exchange.request
    let isKnown = request.method != .other
    end(
      span, .server, (isKnown ? request.methodText : "HTTP") + (template.map { " " + $0 } ?? ""), failed: status >= 500,
      [
        ("http.request.method", .text(isKnown ? request.methodText : "_OTHER")), ("url.scheme", .text("http")),
        ("url.path", .text(request.pathText)), ("http.response.status_code", .integer(status)),
        ("navstate.request_id", .text(exchange.requestID)), ("navstate.credential", .text(exchange.credential)),
      ] + (template.map { [("http.route", .text($0))] } ?? [])
        + (problem.map { [("navstate.problem", .text($0))] } ?? [])
        + (status >= 500 ? [("error.type", .text(problem ?? String(status)))] : []))
  }
}
