import API
import HTTPServer
import JSON
import Metrics
import Persistence
import Sessions
import Webhooks

extension Serve {
  /// Puts the figures of all rooms on the page.
  static func gather(
    _ server: Server, _ registry: SessionRegistry, _ journal: SQLiteJournal, _ webhooks: WebhookSender,
    on page: MetricsPage
  ) {
    // The server holds the API, and that the page.
    page.add { [weak server] in server?.report(in: &$0) }
    page.add { registry.report(in: &$0) }
    page.add { journal.report(in: &$0) }
    page.add { webhooks.report(in: &$0) }
    page.add { ProcessMetrics.report(in: &$0) }
    page.add { text in
      text.begin("navstate_build_info", .gauge, "1; the label says which version runs.")
      text.series(1, ["version": Command.version])
    }
  }

  /// A line for each request at the level `debug`, and at any level for one that failed for a fault of the server.
  static func requestLog(_ log: Log) -> RequestLog {
    RequestLog(isComplete: log.level <= .debug) { report in
      var fields: JSONObject = [
        "method": .string(report.method), "path": .string(report.path), "status": .integer(Int64(report.status)),
        "microseconds": .integer(Int64(report.nanoseconds / 1_000)), "requestId": .string(report.id),
      ]
      if let client = report.client { fields.merge(["client": .string(client.description)]) }
      if let route = report.route { fields.merge(["route": .string(route)]) }
      if let trace = report.trace {
        fields.merge(["traceId": .string(trace.trace), "parentId": .string(trace.parent)])
      }
      log(report.isFault ? .error : .debug, report.isFault ? "a request failed" : "answered", fields)
    }
  }
}
