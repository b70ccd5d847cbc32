import Support

extension HTTPServer {
  /// Writes the metrics of all event loops together.
  package func report(in text: inout MetricsText) {
    let metrics = statistics
    text.gauge("navstate_connections_open", "Connections open now.", metrics.openConnections)
    text.counter("navstate_connections_accepted_total", "Connections accepted.", metrics.acceptedConnections)
    text.counter(
      "navstate_connections_refused_total", "Connections refused because of a limit.", metrics.refusedConnections)
    text.gauge("navstate_streams_open", "Event streams open now.", metrics.openStreams)
    text.counter(
      "navstate_http_refused_requests_total", "Requests that were invalid or exceeded a deadline.",
      metrics.refusedRequests)
  }
}
