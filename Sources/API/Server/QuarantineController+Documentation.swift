extension QuarantineController {
  /// The documentation of the routes.
  enum Documentation {
    static let list = Operation(
      "listQuarantine", "List what is quarantined after traps",
      "A session, the creations of an app, a definition or an import that ended the server process twice within ten "
        + "minutes gets 503 `quarantined` for an hour; so does an app with three such sessions.",
      answers: .json(200, .ref("QuarantineList"), "The quarantines, oldest first"))

    static let lift = Operation(
      "liftQuarantine", "End a quarantine",
      "Held timers, messages and answers of calls follow within a minute.",
      answers: .empty(204, "It is served again"),
      problems: ProblemKind.named("not-quarantined"))
  }
}
