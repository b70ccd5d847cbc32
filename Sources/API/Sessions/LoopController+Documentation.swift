extension LoopController {
  /// The documentation of the routes.
  enum Documentation {
    static let read = Operation(
      "readLoops", "List the endless chains of a session",
      "Chains of more than 32 timers, messages or calls, each caused by the one before. They are slowed down to one a "
        + "second. A chain is listed while its last action is at most a minute ago.",
      answers: .json(200, .ref("Loops"), "The chains, at most one of each kind"),
      problems: ProblemKind.session)
  }
}
