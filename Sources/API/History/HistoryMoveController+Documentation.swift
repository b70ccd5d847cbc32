import JSON

extension HistoryMoveController {
  /// The documentation of the routes.
  enum Documentation {
    static let undo = Operation(
      "undo", "Undo changes", "Makes a new revision with the state of a former one.",
      fields: Operation.Parameter.change,
      body: steps,
      answers: .receipt,
      problems: moves + ProblemKind.named("nothing-to-undo"))

    static let redo = Operation(
      "redo", "Redo changes that were undone",
      fields: Operation.Parameter.change,
      body: steps,
      answers: .receipt,
      problems: moves + ProblemKind.named("nothing-to-redo"))

    static let jump = Operation(
      "jump", "Restore a past revision", "Makes a new revision with the state of that one.",
      fields: Operation.Parameter.change,
      body: Operation.Body(.request(["revision": .integer(from: 1)]), example: ["revision": 1]),
      answers: .receipt,
      problems: moves + ProblemKind.named("missing-field"))

    static let amend = Operation(
      "amend", "Make an earlier change by another action",
      "Makes a new revision with the state that the session would have. Later changes are carried out again; the "
        + "receipt names those that the state refuses.",
      query: [.dryRun], fields: Operation.Parameter.change,
      body: Operation.Body(
        .request(["revision": .integer(from: 2), "action": .anyOf([.ref("Action"), .ref("Batch")])]),
        example: ["revision": 2, "action": ["type": "push", "route": "home"]]),
      answers: .receipt,
      problems: moves + ProblemKind.reduction
        + ProblemKind.named("missing-field", "not-amendable", "changed-meanwhile", "bad-parameter"))

    private static let steps = Operation.Body(
      .request([:], optional: ["steps": .integer(from: 1)]), example: ["steps": 1], required: false)

    private static let moves =
      ProblemKind.body + ProblemKind.session + ProblemKind.storage + ProblemKind.change
      + ProblemKind.named("bad-field", "no-such-revision", "revision-pruned", "too-many-reads", "undo-off")
  }
}
