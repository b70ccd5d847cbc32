extension TokenController {
  /// The documentation of the routes.
  enum Documentation {
    static let rotate = Operation(
      "rotateToken", "Gives the session another token",
      "The former one opens nothing any more, and the event streams that were opened with it end.",
      body: .nothing,
      answers: .json(200, .object(["token": .string]), "The new token, which is shown this once"),
      problems: ProblemKind.body + ProblemKind.session + ProblemKind.storage)

    static let revoke = Operation(
      "revokeToken", "Takes the session's token from it", "Only the admin can open it then, or give it another.",
      answers: .empty(204, "No token opens the session"),
      problems: ProblemKind.session + ProblemKind.storage)
  }
}
