import Navigation
import Sessions
import Support

/// Migrates the sessions of an app to a later version.
struct MigrationController: Controller {
  let registry: SessionRegistry
  let catalogue: AppCatalogue
  let apps: AppLookup
  let now: WallClock

  var routes: [ControllerRoute] {
    [
      ControllerRoute(.post, "/v1/apps/{app}/migrations", .admin, scopes: .changingApps, .migrateSessions, create),
      ControllerRoute(
        .get, "/v1/apps/{app}/migrations/{batch}", .admin, scopes: .readingApps, .readMigration, read),
    ]
  }

  private static let members = ["from", "to", "percent", "sessions", "label", "dryRun"]

  /// `POST /v1/apps/{app}/migrations`
  private func create(_ exchange: Exchange) async throws(Problem) {
    let name = exchange.appName
    let members = try exchange.object(Self.members)
    guard catalogue.entry(name) != nil else { throw apps.noSuchApp(name, version: nil, for: exchange.caller) }
    let body = try BatchBody(members) { job throws(ActionError) in try BatchRequest(migrating: name, job) }
    try apps.checkVersions(of: body.request.work, for: exchange.caller)
    if body.isDryRun { return try await preview(body.request, exchange) }
    let starter = BatchStarter(registry, path: "/v1/apps/\(name)/migrations") { [now] batch in
      MigrationReport(batch, left: nil, now: now())?.rendered ?? batch.rendered
    }
    try await starter.start(body.request, exchange)
  }

  private func preview(_ request: BatchRequest, _ exchange: Exchange) async throws(Problem) {
    exchange.expectAnswer(within: .seconds(300))
    let preview = try await Problem.ifFails(
      await MigrationPreview.run(request, of: registry, describing: API.describe))
    exchange.send(json: preview.rendered)
  }

  /// `GET /v1/apps/{app}/migrations/{id}`
  private func read(_ exchange: Exchange) throws(Problem) {
    let id = try BatchController.id(of: exchange)
    // Read first: what is done in between is counted.
    let left = registry.batches.left(of: id)
    guard let batch = registry.batches[id], let report = MigrationReport(batch, left: left, now: now()),
      report.app == exchange.appName
    else { throw .noBatch(exchange) }
    exchange.send(json: report.rendered)
  }
}

extension Operation {
  static let migrateSessions = Operation(
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
    problems: [
      "missing-member", "bad-member", "no-such-app", "too-many-batches", "bad-idempotency-key",
      "idempotency-key-in-progress", "idempotency-key-reused",
    ])

  static let readMigration = Operation(
    "readMigration", "Read the progress of a migration",
    "It is a batch job, too: `DELETE /v1/batches/{id}` cancels it.",
    answers: .json(200, .ref("MigrationJob"), "The job"), problems: ["no-such-batch"])
}

extension Schema {
  /// The schemas of migrations, by name.
  static let migrations: KeyValuePairs<String, Schema> = [
    "MigrationJob": .object(
      [
        "id": .string, "state": .oneOf(["running", "done", "cancelled"]), "app": .string, "from": .integer(from: 1),
        "to": .integer(from: 1), "startedAt": .timestamp, "finishedAt": .orNull("string"), "by": .ref("Attribution"),
        "requestId": .orNull("string"), "done": .integer(from: 0),
        "failed": .integer(from: 0), "left": .orNull("integer"), "perSecond": Schema(["type": "number"]),
        "stayed": .array(of: refusals),
      ], optional: ["percent": .percent, "sessions": .array(of: .ref("SessionID")), "label": .any]),
    "MigrationPreview": .object([
      "complete": .boolean,
      "outcomes": .array(
        of: .object([
          "kind": .string, "count": .integer(from: 1), "before": .orNull("object"), "after": .orNull("object"),
          "why": .orNull("string"),
        ])),
    ]),
  ]
}
