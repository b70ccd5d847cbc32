import Sessions

extension MigrationController {
  /// The documentation of the routes.
  enum Documentation {
    static let create = Operation(
      "migrateSessions", "Start a job that migrates the sessions of an app to a later version",
      "Each session is migrated as one revision, or stays as it is. The migrations of the versions between are applied in their order. "
        + "With `dryRun`, the outcomes are computed for up to \(MigrationPreview.mostSessions) sessions, and nothing is "
        + "changed. `percent` chooses the sessions that a rollout of that share would give `to`.",
      fields: [.key],
      body: Operation.Body(
        .request(
          ["from": .integer(from: 1), "to": .integer(from: 2)],
          optional: [
            "percent": .percent, "dryRun": .boolean,
            "label": .anyOf([.label, .list(.label, 1...SessionMetadata.mostLabels)]),
            "sessions": .list(.ref("SessionID"), 1...SessionFilter.mostSessions),
          ]),
        example: ["from": 1, "to": 2]),
      answers: .json(202, .ref("MigrationJob"), "The job", fields: ["Location", "Idempotency-Replayed"]),
      .json(200, .ref("MigrationPreview"), "The result of the dry run"),
      problems: ProblemKind.body + ProblemKind.storage
        + ProblemKind.named(
          "missing-member", "bad-member", "no-such-app", "too-many-batches", "bad-idempotency-key",
          "idempotency-key-in-progress", "idempotency-key-reused"))

    static let read = Operation(
      "readMigration", "Read the progress of a migration",
      "It is a batch job, too: `DELETE /v1/batches/{id}` cancels it.",
      answers: .json(200, .ref("MigrationJob"), "The job"), problems: ProblemKind.named("no-such-batch"))
  }
}

extension Schema {
  /// The schemas of migrations, by name.
  static let migrations: [(String, Schema)] = [
    (
      "MigrationJob",
      .object([
        "id": .string, "state": .oneOf(["running", "done", "cancelled"]), "app": .string, "from": .integer(from: 1),
        "to": .integer(from: 1), "startedAt": .timestamp, "finishedAt": .orNull("string"), "by": .ref("Attribution"),
        "requestId": .orNull("string"), "done": .integer(from: 0),
        "failed": .integer(from: 0), "left": .orNull("integer"), "perSecond": Schema(["type": "number"]),
        "stayed": .array(of: refusals),
      ])
    ),
    (
      "MigrationPreview",
      .object([
        "complete": .boolean,
        "outcomes": .array(
          of: .object([
            "kind": .string, "count": .integer(from: 1), "before": .orNull("object"), "after": .orNull("object"),
            "why": .orNull("string"),
          ])),
      ])
    ),
  ]
}
