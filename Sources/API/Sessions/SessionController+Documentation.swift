import JSON

extension SessionController {
  /// The documentation of the routes.
  enum Documentation {
    static let list = Operation(
      "listSessions", "The sessions, in the order of their ids",
      "A page may be shorter than asked for, or empty, and have a next one.",
      query: [
        .init("app", .string, "Only sessions of that app", example: "counter"),
        .init("route", .string, "Only those whose user is on a screen of that route, or within one"),
        .init("updatedAfter", .moment, "Only those that have changed since", example: "2026-01-02T03:04:05.678Z"),
        .limit, .init("after", .ref("SessionID"), "The `next` of the page before"),
      ],
      answers: .json(200, .ref("Sessions"), "A page"),
      problems: ProblemKind.storage + ProblemKind.named("bad-parameter"))

    static let create = Operation(
      "createSession", "Makes a session of an app",
      fields: [.key],
      body: Operation.Body(
        .object(
          ["app": .string],
          optional: ["version": .integer(from: 1), "data": .open, "navigation": .open, "url": .string]),
        example: ["app": "counter"]),
      answers: .created,
      problems: ProblemKind.body + ProblemKind.storage + ProblemKind.creation + ProblemKind.action
        + ProblemKind.named("missing-member", "bad-member", "unknown-app", "no-such-app"))

    static let read = Operation(
      "readSession", "A session as it is",
      fields: [.ifNoneMatch, .wait],
      answers: .json(200, .ref("Session"), "The session", fields: ["ETag"]), .notModified,
      problems: ProblemKind.session)

    static let delete = Operation(
      "deleteSession", "Deletes a session, with its history",
      fields: [.ifMatch, .lease],
      answers: .empty(204, "It is gone"),
      problems: ProblemKind.session + ProblemKind.storage
        + ProblemKind.named("revision-differs", "session-leased", "session-busy"))

    static let readStack = Operation(
      "readStack", "The stack that the user is in",
      fields: [.ifNoneMatch],
      answers: .json(200, .ref("Stack"), "Its screens", fields: ["ETag"]), .notModified,
      problems: ProblemKind.session + ProblemKind.named("no-stack"))
  }
}
