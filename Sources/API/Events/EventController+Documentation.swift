import JSON

extension EventController {
  /// The documentation of the routes.
  enum Documentation {
    static let listen = Operation(
      "listen", "Stream the events of a session",
      "Server-sent events: a `snapshot`, then a `change` for each revision. "
        + "With `after`, the stream starts with the next revision, without a snapshot.",
      query: [
        .init("after", .integer(from: 0), "The last event that the client has", example: 1),
        .init("outputs", .oneOf(["0", "1"]), "1: outputs only"),
        .init(
          "view", .oneOf(["full", "minimal", "plan"]),
          "`minimal` omits the session; `plan` has the plan of each change instead, and what changed of the data and the "
            + "app's version"),
        .init("name", .text(1...64), "A name for the listener, shown to other clients"),
        .init("refusals", .oneOf(["0", "1"]), "1: also a `refused` event for each refused action"),
        .init("ticket", .string, "A ticket from `POST …/tickets`, instead of a token"),
      ],
      fields: [.lastEventID],
      answers: .content(.events, "An endless stream of events"), .empty(204, "The session was deleted"),
      problems: ProblemKind.session + ProblemKind.named("bad-parameter", "bad-last-event-id", "bad-ticket"))

    static let reportShown = Operation(
      "reportShown", "Report that a device has drawn a revision",
      "Other listeners get a `shown` event. Actions with `Prefer: wait=N; until=shown` get their response.",
      body: Operation.Body(
        .request(["revision": .integer(from: 1)], optional: ["screen": .text(1...64)]), example: ["revision": 1]),
      answers: .empty(204, "The report was taken"),
      problems: ProblemKind.session + ProblemKind.body
        + ProblemKind.named("missing-member", "bad-member", "bad-field", "no-such-revision"))

    static let readListeners = Operation(
      "readListeners", "List the listeners of a session",
      answers: .json(200, .ref("Listeners"), "The current listeners"),
      problems: ProblemKind.session)
  }
}
