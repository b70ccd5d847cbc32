/// Where spans are sent.
package struct TelemetryOptions: Sendable, Equatable {
  /// The URL of the collector's traces.
  package let url: String
  /// The part of the traces that begin in this process and are exported, from 0 to 1.
  package let ratio: Double
  /// Milliseconds for the response of the collector.
  var timeout = 10_000
  /// Milliseconds for which spans are gathered.
  var delay: Int32 = 1_000

  /// - Parameter endpoint: The URL of the collector, to which `/v1/traces` is added, as OTLP 1 demands.
  /// - Throws: `TelemetryFault` with the reason that the URL cannot be used.
  package init(endpoint: String, ratio: Double) throws(TelemetryFault) {
    if let reason = Webhook.fault(in: endpoint) { throw TelemetryFault(reason: reason) }
    let base = endpoint.hasSuffix("/") ? String(endpoint.dropLast()) : endpoint
    url = base.hasSuffix("/v1/traces") ? base : base + "/v1/traces"
    self.ratio = ratio
  }
}

/// The reason that an endpoint cannot be used.
package struct TelemetryFault: Error, Equatable {
  package let reason: String
}
