extension TimerController {
  /// The documentation of the routes.
  enum Documentation {
    static let read = Operation(
      "readTimers", "What will happen by itself",
      fields: [.ifNoneMatch],
      answers: .json(200, .ref("Timers"), "The pending timers, in the order in which they fire", fields: ["ETag"]),
      .notModified,
      problems: ProblemKind.session)

    static let cancel = Operation(
      "cancelTimer", "Cancels a timer",
      fields: [.ifMatch, .lease],
      answers: .empty(204, "It will not fire"),
      problems: firing)

    static let fire = Operation(
      "fireTimer", "Fires a timer now", "The same change as when it is due, once; the timer is gone then.",
      fields: [.ifMatch, .lease, .minimal],
      answers: .json(200, .ref("Receipt"), "The receipt, once the change is durable", fields: ["ETag"]),
      problems: firing)

    private static let firing =
      ProblemKind.session + ProblemKind.storage
      + ProblemKind.named(
        "no-such-timer", "revision-differs", "session-leased", "session-busy", "state-too-large")
  }
}
