import API
import HTTPServer
import JSON
import Support
import Sessions
import Webhooks

extension Serve {
  /// Adds the metrics of all modules to the page.
  static func gather(
    _ server: HTTPServer, _ registry: SessionRegistry, _ journal: any Storage, _ webhooks: WebhookSender,
    on page: MetricsPage
  ) {
    // The server refers to the API, and the API to the page.
    page.add { [weak server] in server?.report(in: &$0) }
    page.add { registry.report(in: &$0) }
    page.add { journal.report(in: &$0) }
    page.add { webhooks.report(in: &$0) }
    page.add { ProcessMetrics.report(in: &$0) }
    page.add { text in
      text.begin("navstate_build_info", .gauge, "1; the label has the version.")
      text.series(1, ["version": Command.version])
    }
  }

  /// Logs each request at the level `debug`, and requests that failed by a fault of the server at every level.
  static func requestLog(_ log: Log, isAccessLog: Bool) -> RequestLog {
    var requests = RequestLog(isComplete: isAccessLog || log.level <= .debug) { report in
      var fields: JSONObject = [
        "method": .string(report.method), "path": .string(report.path), "status": .integer(Int64(report.status)),
        "microseconds": .integer(Int64(report.nanoseconds / 1_000)), "requestId": .string(report.id),
        "credential": .string(report.credential),
      ]
      if let problem = report.problem { fields["problem"] = .string(problem) }
      if let bytes = report.bytes { fields["bytes"] = .integer(Int64(bytes)) }
      if let session = report.session { fields["session"] = .string(session) }
      if let client = report.client { fields.merge(["client": .string(client.description)]) }
      if let route = report.route { fields.merge(["route": .string(route)]) }
      if let trace = report.trace {
        fields.merge(["traceId": .string(trace.trace), "parentId": .string(trace.parent)])
      }
      if report.isFault { return log(.error, "a request failed", fields) }
      log(isAccessLog ? .info : .debug, "answered", fields, always: isAccessLog)
    } tellOrigin: { origin in
      report(refusedOrigin: origin, in: log)
    } tellProxy: { address in
      let fields: JSONObject = ["peer": .string(address), "option": .string("--trusted-proxy \(address)")]
      log(
        .warning, "a peer that is not a trusted proxy sends a forwarding field; its clients count as one address",
        fields)
    }
    requests.tellIssuer = { issuer, reason in
      let fields: JSONObject = ["issuer": .string(issuer), "reason": .string(reason)]
      log(.warning, "the keys of an issuer of JWTs cannot be fetched; known keys are used for a day", fields)
    }
    requests.tellAccess = { failure in
      log(.warning, "an expression of `access` failed", ["expression": .string(failure)])
    }
    return requests
  }

  /// Logs an origin that is not allowed, with the option that allows it. `null` is the origin of files and sandboxed
  /// pages, which no option allows.
  private static func report(refusedOrigin origin: String, in log: Log) {
    var fields: JSONObject = ["origin": .string(origin)]
    if origin != "null" { fields["option"] = .string("--allow-origin \(origin)") }
    log(.warning, "pages of an origin that is not allowed send requests; their scripts cannot read the answers", fields)
  }
}
