import Metrics

extension Server {
  /// Writes the metrics of all event loops together.
  package func report(in text: inout MetricsText) {
    let figures = statistics
    text.gauge("navstate_connections_open", "Connections open now.", figures.openConnections)
    text.counter("navstate_connections_accepted_total", "Connections accepted.", figures.acceptedConnections)
    text.counter(
      "navstate_connections_refused_total", "Connections refused because of a limit.", figures.refusedConnections)
    text.gauge("navstate_streams_open", "Event streams open now.", figures.openStreams)
    text.counter(
      "navstate_http_refused_requests_total", "Requests that were invalid or exceeded a deadline.",
      figures.refusedRequests)
  }
}
