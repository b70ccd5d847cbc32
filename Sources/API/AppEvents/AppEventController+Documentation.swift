extension AppEventController {
  /// The documentation of the route.
  enum Documentation {
    static let listen = Operation(
      "listenToApp", "Stream the events of all sessions of an app",
      "Server-sent events: `change`, `created` and `deleted`, in the order of their commits, with one cursor. A new "
        + "client gets a `cursor` first; with `after`, the stream starts with the next event.",
      query: [
        .init("after", .integer(from: 0), "The last event that the client has", example: 1),
        .init("view", .oneOf(["full", "minimal"]), "`minimal` omits the action, the actor and the time of changes"),
        .label,
        .init(
          "route", .string, "Only sessions whose current screen has this route or is inside a screen with this route"),
      ],
      fields: [.lastEventID],
      answers: .content(.events, "An endless stream of events"),
      problems: ProblemKind.storage
        + ProblemKind.named("no-such-app", "bad-parameter", "bad-last-event-id", "too-many-listeners"))
  }
}
