extension MetricsController {
  /// The documentation of the routes.
  enum Documentation {
    static let read = Operation(
      "readMetrics", "What the server does, in figures", "In Prometheus' text format.",
      answers: .content(.metrics, "The figures"))
  }
}
