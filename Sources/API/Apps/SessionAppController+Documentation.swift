extension SessionAppController {
  /// The documentation of the routes.
  enum Documentation {
    static let read = Operation(
      "readSessionApp", "Read the rules by which a client predicts the navigation of a session",
      "The containers, the routes with their params, and `true` in place of each condition and each hook of the app. "
        + "Expressions, steps and calls are not included.",
      answers: .json(200, .ref("SessionApp"), "The rules; for a compiled app, only its name and version"),
      problems: ProblemKind.session)
  }
}
