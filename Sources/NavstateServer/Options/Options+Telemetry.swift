import Webhooks

extension Options {
  /// Returns where traces are sent; nil: nothing is traced.
  func telemetry() throws(UsageError) -> TelemetryOptions? {
    let ratio = text("otlp-sample").flatMap(Double.init) ?? .nan
    guard (0...1).contains(ratio) else {
      throw UsageError(
        "\(source(of: "otlp-sample")) takes a number from 0 to 1, such as 0.05, not \"\(text("otlp-sample") ?? "")\"")
    }
    guard let endpoint = text("otlp-endpoint") else { return nil }
    do throws(TelemetryFault) {
      return try TelemetryOptions(endpoint: endpoint, ratio: ratio)
    } catch {
      throw UsageError(
        "\(source(of: "otlp-endpoint")) takes the URL of a collector, such as http://127.0.0.1:4318, not "
          + "\"\(endpoint)\": \(error.reason)")
    }
  }
}
