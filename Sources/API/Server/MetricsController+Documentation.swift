extension MetricsController {
  /// The documentation of the routes.
  enum Documentation {
    static let read = Operation(
      "readMetrics", "Reads the metrics of the server", "In the Prometheus text format.",
      answers: .content(.metrics, "The metrics"))
  }
}
