extension TokenController {
  /// The documentation of the routes.
  enum Documentation {
    static let rotate = Operation(
      "rotateToken", "Replaces the session's token",
      "The former token is no longer valid. Event streams opened with it end.",
      body: .nothing,
      answers: .json(200, .object(["token": .string]), "The new token. It is not shown again"),
      problems: ProblemKind.body + ProblemKind.session + ProblemKind.storage)

    static let revoke = Operation(
      "revokeToken", "Revokes the session's token",
      "Only the admin can then access the session or issue another token.",
      answers: .empty(204, "The session has no valid token"),
      problems: ProblemKind.session + ProblemKind.storage)
  }
}
