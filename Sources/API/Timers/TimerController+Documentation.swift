extension TimerController {
  /// The documentation of the routes.
  enum Documentation {
    static let read = Operation(
      "readTimers", "List the pending timers of a session",
      fields: [.ifNoneMatch],
      answers: .json(200, .ref("Timers"), "The pending timers, in the order in which they fire", fields: ["ETag"]),
      .notModified,
      problems: ProblemKind.session)

    static let cancel = Operation(
      "cancelTimer", "Cancel a timer",
      fields: [.ifMatch, .lease],
      answers: .empty(204, "The timer is cancelled"),
      problems: firing)

    static let fire = Operation(
      "fireTimer", "Fire a timer now",
      "Makes the same change as when the timer is due. A recurring timer stays, another one is removed.",
      fields: [.ifMatch, .lease, .minimal],
      answers: .json(200, .ref("Receipt"), "The receipt. The change is durable", fields: ["ETag"]),
      problems: firing)

    private static let firing =
      ProblemKind.session + ProblemKind.storage
      + ProblemKind.named(
        "no-such-timer", "revision-differs", "session-leased", "session-busy", "state-too-large", "outputs-too-large",
        "backend-only")
  }
}
