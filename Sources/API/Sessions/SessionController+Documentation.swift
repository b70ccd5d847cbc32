import JSON

extension SessionController {
  /// The documentation of the routes.
  enum Documentation {
    static let list = Operation(
      "listSessions", "List sessions, sorted by id",
      "A page may have fewer items than `limit`, or none, even if another page follows.",
      query: [
        .init("app", .string, "Only sessions of this app", example: "counter"),
        .init(
          "route", .string, "Only sessions whose current screen has this route or is inside a screen with this route"),
        .init("key", .text(1...200), "Only sessions with this key", example: "order-17"),
        .label,
        .init("updatedAfter", .moment, "Only sessions updated after this time", example: "2026-01-02T03:04:05.678Z"),
        .init("updatedBefore", .moment, "Only sessions updated before this time", example: "2026-01-02T03:04:05.678Z"),
        .limit, .init("after", .ref("SessionID"), "The `next` value of the previous page"),
      ],
      answers: .json(200, .ref("Sessions"), "A page"),
      problems: ProblemKind.storage + ProblemKind.named("bad-parameter"))

    static let create = Operation(
      "createSession", "Create a session",
      fields: [.key],
      body: Operation.Body(
        .request(
          ["app": .string],
          optional: [
            "version": .integer(from: 1), "data": .open, "navigation": .open, "url": .string,
            "key": .text(1...200), "labels": .labels, "ifExists": .oneOf(["return"]), "expires": .expiry,
          ]),
        example: ["app": "counter"]),
      answers: .created,
      .json(200, .ref("Session"), "With `ifExists`: the session that has the key, without a token", fields: ["ETag"]),
      problems: ProblemKind.body + ProblemKind.storage + ProblemKind.creation + ProblemKind.reduction
        + ProblemKind.named(
          "missing-member", "bad-member", "unknown-app", "no-such-app", "key-taken", "too-many-labels"))

    static let read = Operation(
      "readSession", "Read a session",
      fields: [.ifNoneMatch, .wait],
      answers: .json(200, .ref("Session"), "The session", fields: ["ETag"]), .notModified,
      problems: ProblemKind.session)

    static let patch = Operation(
      "patchSession", "Change the labels of a session, or give it a key",
      "The labels are merged with the present ones; null removes a label. `key` is for a session that has none: a guest's "
        + "session gets one at the sign-in. The revision stays the same.",
      fields: [.ifMatch, .lease],
      body: Operation.Body(
        .request([:], optional: ["labels": .labelPatch, "key": .text(1...200)]),
        example: ["labels": ["store": "berlin", "hall": nil]]),
      answers: .json(200, .ref("Session"), "The session", fields: ["ETag"]),
      problems: ProblemKind.session + ProblemKind.body + ProblemKind.storage
        + ProblemKind.named(
          "missing-member", "bad-member", "revision-differs", "session-leased", "session-busy", "too-many-labels",
          "key-taken"))

    static let delete = Operation(
      "deleteSession", "Delete a session and its history",
      fields: [.ifMatch, .lease],
      answers: .empty(204, "It was deleted"),
      problems: ProblemKind.session + ProblemKind.storage
        + ProblemKind.named("revision-differs", "session-leased", "session-busy"))

    static let readStack = Operation(
      "readStack", "Read the stack of the current screen",
      fields: [.ifNoneMatch],
      answers: .json(200, .ref("Stack"), "The stack", fields: ["ETag"]), .notModified,
      problems: ProblemKind.session + ProblemKind.named("no-stack"))
  }
}
