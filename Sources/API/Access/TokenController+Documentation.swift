extension TokenController {
  /// The documentation of the routes.
  enum Documentation {
    static let rotate = Operation(
      "rotateToken", "Replace the session's token",
      "The former token is no longer valid. Event streams opened with it end.",
      body: .nothing,
      answers: .json(200, .object(["token": .string]), "The new token. It is not shown again"),
      problems: ProblemKind.body + ProblemKind.session + ProblemKind.storage)

    static let revoke = Operation(
      "revokeToken", "Revoke the session's token",
      "Only the admin can then access the session or issue another token.",
      answers: .empty(204, "The session has no valid token"),
      problems: ProblemKind.session + ProblemKind.storage)

    static let list = Operation(
      "listTokens", "List the tokens of a session",
      "Without the one of its creation, and without secrets.",
      answers: .json(200, .ref("Tokens"), "The valid tokens and handoff codes"),
      problems: ProblemKind.session)

    static let create = Operation(
      "createToken", "Create a token with a role, or a handoff code",
      "`watch` reads and listens; `act` also sends actions; `lead` also undoes, jumps, exports and creates tokens; `backend` "
        + "also sends what the app permits to its backend only. With `once` it is a code of 8 characters, which is valid for "
        + "10 minutes and traded once with `POST /v1/handoffs`. Each role makes codes for its own role or a lower one; tokens "
        + "need `lead`.",
      body: Operation.Body(
        .request(
          ["role": .oneOf(["watch", "act", "lead", "backend"])],
          optional: ["name": .text(1...64), "expiresIn": .integer(1...315_360_000), "once": .boolean]),
        example: ["role": "watch", "name": "kitchen display", "once": true]),
      answers: .json(201, .ref("CreatedToken"), "The token. It is not shown again"),
      problems: ProblemKind.body + ProblemKind.session + ProblemKind.storage
        + ProblemKind.named("missing-member", "bad-member", "too-many-tokens"))

    static let remove = Operation(
      "removeToken", "Revoke a token or a handoff code",
      "Event streams opened with it end.",
      answers: .empty(204, "It is no longer valid"),
      problems: ProblemKind.session + ProblemKind.storage + ProblemKind.named("no-such-token"))
  }
}
