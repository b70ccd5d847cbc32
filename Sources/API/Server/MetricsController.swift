import Dispatch
import HTTP
import Support

/// Reports the server's metrics.
struct MetricsController: Controller {
  let metrics: MetricsPage

  private static let queue = DispatchQueue(label: "navstate.metrics", qos: .utility)

  var routes: [ControllerRoute] {
    // The page has the amount of traffic and the names of webhooks (docs/decisions/0024).
    [
      ControllerRoute(
        .get, "/metrics", .admin, scopes: [.metrics, .admin], content: .metrics, .readMetrics, read)
    ]
  }

  /// `GET /metrics`, in the Prometheus text format. It runs off the event loop: it reads files and all sessions.
  private func read(_ exchange: Exchange) {
    Self.queue.async { [metrics] in
      exchange.send(Response(status: 200, contentType: Endpoint.Content.metrics.contentType, body: metrics.text))
    }
  }
}

extension Operation {
  static let readMetrics = Operation(
    "readMetrics", "Read the metrics of the server", "In the Prometheus text format.",
    answers: .content(.metrics, "The metrics"))
}
