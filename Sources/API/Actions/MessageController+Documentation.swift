import JSON

extension MessageController {
  /// The documentation of the routes.
  enum Documentation {
    static let send = Operation(
      "sendMessage", "Send an action to another session",
      "It is performed there exactly once, in the order of sending.",
      fields: Operation.Parameter.change,
      body: Operation.Body(
        .request(["to": .string, "action": .ref("AnyAction")]), example: ["to": "{id}", "action": ["type": "pop"]]),
      answers: .json(
        202, .ref("Receipt"), "The receipt of the sender's change", fields: ["ETag", "Idempotency-Replayed"]),
      problems: ProblemKind.body + ProblemKind.session + ProblemKind.storage + ProblemKind.change
        + ProblemKind.reduction)
  }
}
