import JSON

extension LeaseController {
  /// The documentation of the routes.
  enum Documentation {
    static let begin = Operation(
      "lease", "Acquire or extend an exclusive lease to write",
      "While it is valid, writes without its `Lease` field are refused.",
      fields: [.lease],
      body: Operation.Body(
        .request(["seconds": .integer(1...3_600)], optional: ["name": .text(1...64), "takeOver": .boolean]),
        example: ["seconds": 60, "name": "editor"]),
      answers: .json(200, .ref("Lease"), "The lease and its expiry"),
      problems: ProblemKind.body + ProblemKind.session + ProblemKind.storage
        + ProblemKind.named("missing-field", "bad-field", "session-leased", "too-many-leases"))

    static let end = Operation(
      "endLease", "End a lease",
      fields: [.lease],
      answers: .empty(204, "The session is not leased"),
      problems: ProblemKind.session + ProblemKind.storage + ProblemKind.named("session-leased"))
  }
}
