extension HealthController {
  /// The documentation of the routes.
  enum Documentation {
    static let live = Operation(
      "live", "Checks whether the process is running",
      answers: .json(200, .ref("Health"), "The process is running"))

    static let ready = Operation(
      "ready", "Checks whether the server accepts requests",
      answers: .json(200, .ref("Health"), "The server is ready"),
      problems: ProblemKind.named("draining", "storage-unavailable"))
  }
}
