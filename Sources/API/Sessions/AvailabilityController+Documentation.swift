extension AvailabilityController {
  /// The documentation of the routes.
  enum Documentation {
    static let read = Operation(
      "readAvailable", "What can be done here and what not, and why",
      "Each action is tried and taken back; 256 at most are told.",
      fields: [.ifNoneMatch],
      answers: .json(200, .ref("Available"), "Actions that can be sent as they are", fields: ["ETag"]), .notModified,
      problems: ProblemKind.session)
  }
}
