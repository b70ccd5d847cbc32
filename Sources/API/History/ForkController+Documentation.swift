import JSON

extension ForkController {
  /// The documentation of the routes.
  enum Documentation {
    static let fork = Operation(
      "fork", "Create a session from a revision of this one",
      fields: [.key],
      body: Operation.Body(
        .request([:], optional: ["revision": .integer(from: 1)]), example: ["revision": 1], required: false),
      answers: .created,
      problems: ProblemKind.body + ProblemKind.session + ProblemKind.storage + ProblemKind.creation
        + ProblemKind.named(
          "bad-field", "no-such-revision", "revision-pruned", "no-such-app", "too-many-reads", "undo-off"))
  }
}
