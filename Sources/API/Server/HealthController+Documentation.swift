extension HealthController {
  /// The documentation of the routes.
  enum Documentation {
    static let live = Operation(
      "live", "Check whether the process is running",
      answers: .json(200, .ref("Health"), "The process is running"))

    static let ready = Operation(
      "ready", "Check whether the server accepts requests",
      "Fails while changes cannot be stored, such as with a full disk; with `for=reads`, only while nothing can be read.",
      query: [
        .init("for", .oneOf(["reads"]), "What the server has to be ready for. Default: everything", example: "reads")
      ],
      answers: .json(200, .ref("Health"), "The server is ready"),
      problems: ProblemKind.named("bad-parameter", "draining", "storage-unavailable"))
  }
}
