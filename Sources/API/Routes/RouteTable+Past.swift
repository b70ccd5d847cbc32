import HTTP
import JSON

extension API {
  /// The routes for a session's history and for undo.
  static let pastRoutes: [HTTP.Route<Endpoint>] = [
    Route(
      .get, "/v1/sessions/{id}/history",
      Endpoint(
        .session,
        Operation(
          "readHistory", "What was done, oldest first",
          query: [.after, .limit, .init("type", .string, "Only actions of that type", example: "push")],
          answers: .json(200, .ref("History"), "A page"),
          problems: ProblemKind.session + ProblemKind.named("bad-parameter", "too-many-reads", "undo-off"))
      ) { api, exchange throws(Problem) in try api.readHistory(exchange) }),
    Route(
      .get, "/v1/sessions/{id}/outputs",
      Endpoint(
        .session,
        Operation(
          "readOutputs", "What the session has sent out, oldest first", query: [.after, .limit],
          answers: .json(200, .ref("Outputs"), "A page"),
          problems: ProblemKind.session + ProblemKind.named("bad-parameter", "too-many-reads", "undo-off"))
      ) { api, exchange throws(Problem) in try api.readOutputs(exchange) }),
    Route(
      .get, "/v1/sessions/{id}/revisions/{revision}",
      Endpoint(
        .session,
        Operation(
          "readRevision", "The session as it was",
          answers: .json(200, .ref("Session"), "The session at that revision", fields: ["ETag"]),
          problems: ProblemKind.session
            + ProblemKind.named("no-such-revision", "revision-pruned", "too-many-reads", "undo-off"))
      ) { api, exchange throws(Problem) in try api.readRevision(exchange) }),
    Route(
      .post, "/v1/sessions/{id}/undo",
      Endpoint(
        .session,
        Operation(
          "undo", "Takes changes back", "A new revision that is as a former one was.",
          fields: Operation.Parameter.change, body: steps, answers: .receipt,
          problems: historyMove + ProblemKind.named("nothing-to-undo"))
      ) { api, exchange throws(Problem) in try api.historyMove("undo", exchange) { .undo(steps: $0) } }),
    Route(
      .post, "/v1/sessions/{id}/redo",
      Endpoint(
        .session,
        Operation(
          "redo", "Does again what was taken back", fields: Operation.Parameter.change, body: steps, answers: .receipt,
          problems: historyMove + ProblemKind.named("nothing-to-redo"))
      ) { api, exchange throws(Problem) in try api.historyMove("redo", exchange) { .redo(steps: $0) } }),
    Route(
      .post, "/v1/sessions/{id}/jump",
      Endpoint(
        .session,
        Operation(
          "jump", "Goes to a former revision", "A new revision that is as that one was.",
          fields: Operation.Parameter.change,
          body: Operation.Body(.object(["revision": .integer(from: 1)]), example: ["revision": 1]), answers: .receipt,
          problems: historyMove + ProblemKind.named("missing-field"))
      ) { api, exchange throws(Problem) in try api.jump(exchange) }),
    Route(
      .post, "/v1/sessions/{id}/fork",
      Endpoint(
        .session,
        Operation(
          "fork", "Makes a new session that begins as this one is, or was", fields: [.key],
          body: Operation.Body(
            .object([:], optional: ["revision": .integer(from: 1)]), example: ["revision": 1], required: false),
          answers: .created,
          problems: ProblemKind.body + ProblemKind.session + ProblemKind.storage + creation
            + ProblemKind.named(
              "bad-field", "no-such-revision", "revision-pruned", "no-such-app", "too-many-reads", "undo-off"))
      ) { api, exchange throws(Problem) in try api.fork(exchange) }),
  ]

  private static let steps = Operation.Body(
    .object([:], optional: ["steps": .integer(from: 1)]), example: ["steps": 1], required: false)

  private static let historyMove =
    ProblemKind.body + ProblemKind.session + ProblemKind.storage + ProblemKind.change
    + ProblemKind.named("bad-field", "no-such-revision", "revision-pruned", "too-many-reads", "undo-off")
}
