extension MetricsController {
  /// The documentation of the routes.
  enum Documentation {
    static let read = Operation(
      "readMetrics", "Read the metrics of the server", "In the Prometheus text format.",
      answers: .content(.metrics, "The metrics"))
  }
}
