import JSON

extension HistoryMoveController {
  /// The documentation of the routes.
  enum Documentation {
    static let undo = Operation(
      "undo", "Takes changes back", "A new revision that is as a former one was.",
      fields: Operation.Parameter.change,
      body: steps,
      answers: .receipt,
      problems: moves + ProblemKind.named("nothing-to-undo"))

    static let redo = Operation(
      "redo", "Does again what was taken back",
      fields: Operation.Parameter.change,
      body: steps,
      answers: .receipt,
      problems: moves + ProblemKind.named("nothing-to-redo"))

    static let jump = Operation(
      "jump", "Goes to a former revision", "A new revision that is as that one was.",
      fields: Operation.Parameter.change,
      body: Operation.Body(.object(["revision": .integer(from: 1)]), example: ["revision": 1]),
      answers: .receipt,
      problems: moves + ProblemKind.named("missing-field"))

    private static let steps = Operation.Body(
      .object([:], optional: ["steps": .integer(from: 1)]), example: ["steps": 1], required: false)

    private static let moves =
      ProblemKind.body + ProblemKind.session + ProblemKind.storage + ProblemKind.change
      + ProblemKind.named("bad-field", "no-such-revision", "revision-pruned", "too-many-reads", "undo-off")
  }
}
