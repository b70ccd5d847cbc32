import JSON

extension EventController {
  /// The documentation of the routes.
  enum Documentation {
    static let listen = Operation(
      "listen", "What happens, as it happens",
      "Server-sent events: a `snapshot`, then a `change` for each revision; from `after` on, without a snapshot.",
      query: [
        .init("after", .integer(from: 0), "The last event that the client has", example: 1),
        .init("outputs", .oneOf(["0", "1"]), "1: outputs only"),
        .init("view", .oneOf(["full", "minimal"]), "`minimal` leaves the session out"),
        .init("name", .text(1...64), "Who listens, for others to see"),
        .init("refusals", .oneOf(["0", "1"]), "1: a `refused` for each action that is refused meanwhile, too"),
        .init("ticket", .string, "What `POST …/tickets` gave, in the place of a token"),
      ],
      fields: [.init("Last-Event-ID", .pattern("^[0-9]{0,15}$"), "The last event that the client has; before `after`")],
      answers: .content(.events, "The events, without an end"), .empty(204, "The session was deleted"),
      problems: ProblemKind.session + ProblemKind.named("bad-parameter", "bad-last-event-id", "bad-ticket"))

    static let readListeners = Operation(
      "readListeners", "Who listens",
      answers: .json(200, .ref("Listeners"), "Those who listen now"),
      problems: ProblemKind.session)
  }
}
