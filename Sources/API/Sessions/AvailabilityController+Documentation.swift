extension AvailabilityController {
  /// The documentation of the routes.
  enum Documentation {
    static let read = Operation(
      "readAvailable", "List the actions that a session accepts or refuses",
      "Each action is tried without being saved. Lists at most 256 actions, with the reasons for refusals.",
      fields: [.ifNoneMatch],
      answers: .json(200, .ref("Available"), "The actions, in the form in which they can be sent", fields: ["ETag"]),
      .notModified,
      problems: ProblemKind.session)
  }
}
