extension ExportController {
  /// The documentation of the routes.
  enum Documentation {
    static let export = Operation(
      "exportSession", "Export a session",
      answers: .content(.lines, "One JSON text per line", fields: ["ETag"]),
      problems: ProblemKind.session + ProblemKind.named("too-many-reads", "undo-off"))
  }
}
