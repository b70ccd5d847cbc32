extension HealthController {
  /// The documentation of the routes.
  enum Documentation {
    static let live = Operation(
      "live", "Whether the process runs",
      answers: .json(200, .ref("Health"), "It runs and answers"))

    static let ready = Operation(
      "ready", "Whether requests are to be sent here",
      answers: .json(200, .ref("Health"), "They are"),
      problems: ProblemKind.named("draining", "storage-unavailable"))
  }
}
