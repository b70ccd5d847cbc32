extension ExportController {
  /// The documentation of the routes.
  enum Documentation {
    static let export = Operation(
      "exportSession", "All of a session, for another server",
      answers: .content(.lines, "A line for each revision, and more", fields: ["ETag"]),
      problems: ProblemKind.session + ProblemKind.named("too-many-reads", "undo-off"))
  }
}
