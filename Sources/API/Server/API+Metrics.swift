import Dispatch
import HTTP
import Metrics

extension API {
  /// `GET /metrics`, in the Prometheus text format. It runs off the event loop: it reads files and all sessions.
  func readMetrics(_ exchange: Exchange) {
    DispatchQueue.global(qos: .utility).async { [metrics] in
      var response = Response(status: 200, body: metrics.text)
      response.fields.append("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
      exchange.send(response)
    }
  }
}
