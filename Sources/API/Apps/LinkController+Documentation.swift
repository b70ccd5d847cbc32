import JSON

extension LinkController {
  /// The documentation of the routes.
  enum Documentation {
    static let resolve = Operation(
      "resolveLink", "The navigation that a link leads to",
      query: [.init("url", .string, "A link of the app", required: true, example: "/home"), .version],
      answers: .json(200, .ref("Container"), "What a session has that begins with that link"),
      problems: ProblemKind.appReading
        + ProblemKind.named("missing-parameter", "no-such-link", "url-too-long", "bad-params", "route-not-taken"))
  }
}
