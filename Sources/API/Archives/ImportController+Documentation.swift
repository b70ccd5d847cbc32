import JSON

extension ImportController {
  /// The documentation of the routes.
  enum Documentation {
    static let importSession = Operation(
      "importSession", "Create a session from an export", "The whole export is validated before anything is written.",
      body: Operation.Body(.string, example: nil, content: .lines),
      answers: .created,
      problems: ProblemKind.storage
        + ProblemKind.named(
          "unsupported-media-type", "bad-import", "session-exists", "definition-in-progress", "too-many-creations",
          "too-many-imports", "memory-full", "too-many-definitions", "quarantined"))
  }
}
