import JSON

extension HistoryController {
  /// The documentation of the routes.
  enum Documentation {
    static let read = Operation(
      "readHistory", "Read the history of a session, oldest first",
      query: [
        .after, .limit, .init("type", .string, "Only actions of this type", example: "push"),
        .init("by", .string, "Only changes by the credential with this id, name or subject", example: "till"),
        .init("byKind", .string, "Only changes by credentials of this kind", example: "operator"),
      ],
      answers: .json(200, .ref("History"), "A page"),
      problems: ProblemKind.session + ProblemKind.named("bad-parameter", "too-many-reads", "undo-off"))

    static let readOutputs = Operation(
      "readOutputs", "Read the outputs of a session, oldest first",
      query: [.after, .limit],
      answers: .json(200, .ref("Outputs"), "A page"),
      problems: ProblemKind.session + ProblemKind.named("bad-parameter", "too-many-reads", "undo-off"))

    static let readRevision = Operation(
      "readRevision", "Read a past revision of a session",
      answers: .json(200, .ref("Session"), "The session at that revision", fields: ["ETag"]),
      problems: ProblemKind.session
        + ProblemKind.named("no-such-revision", "revision-pruned", "too-many-reads", "undo-off"))
  }
}
