import JSON

extension LinkController {
  /// The documentation of the routes.
  enum Documentation {
    static let resolve = Operation(
      "resolveLink", "Resolve a link of an app",
      query: [.init("url", .string, "A link of the app", required: true, example: "/home"), .version],
      answers: .json(
        200, .ref("Container"),
        "The navigation of a session created with the link. Guards are not evaluated"),
      problems: ProblemKind.appReading + ProblemKind.named("missing-parameter", "quarantined")
        + ProblemKind.reduction)
  }
}
