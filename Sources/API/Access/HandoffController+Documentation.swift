import JSON

extension HandoffController {
  /// The documentation of the routes.
  enum Documentation {
    static let trade = Operation(
      "tradeHandoff", "Trade a handoff code for a token",
      "A code of `POST S/tokens` with `once` is valid once, for 10 minutes. After five wrong codes an address has to wait "
        + "for a minute.",
      body: Operation.Body(.request(["code": .string]), example: ["code": "K7MQ2XRT"]),
      answers: .json(201, .ref("Handoff"), "The session and a token, which is not shown again"),
      problems: ProblemKind.body + ProblemKind.storage
        + ProblemKind.named("missing-member", "bad-member", "no-such-code", "too-many-codes"))
  }
}
