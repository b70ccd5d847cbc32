import JSON

extension LeaseController {
  /// The documentation of the routes.
  enum Documentation {
    static let begin = Operation(
      "lease", "Lets one client alone write, for a time",
      "Writes without its `Lease` field are refused while it lasts.",
      fields: [.lease],
      body: Operation.Body(
        .object(["seconds": .integer(1...3_600)], optional: ["name": .text(1...64), "takeOver": .boolean]),
        example: ["seconds": 60, "name": "editor"]),
      answers: .json(200, .ref("Lease"), "The lease, and when it ends"),
      problems: ProblemKind.body + ProblemKind.session + ProblemKind.storage
        + ProblemKind.named("missing-field", "bad-field", "session-leased", "too-many-leases"))

    static let end = Operation(
      "endLease", "Ends a lease",
      fields: [.lease],
      answers: .empty(204, "Everybody may write again"),
      problems: ProblemKind.session + ProblemKind.storage + ProblemKind.named("session-leased"))
  }
}
