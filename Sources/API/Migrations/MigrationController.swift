import HTTP
import JSON
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
      ControllerRoute(.post, "/v1/apps/{app}/migrations", .admin, scopes: .changingApps, Documentation.create, create),
      ControllerRoute(
        .get, "/v1/apps/{app}/migrations/{batch}", .admin, scopes: .readingApps, Documentation.read, read),
    ]
  }

  private static let members = ["from", "to", "percent", "sessions", "label", "dryRun"]

  /// `POST /v1/apps/{app}/migrations`
  private func create(_ exchange: Exchange) async throws(Problem) {
    let name = exchange.appName
    let members = try exchange.object(Self.members)
    guard catalogue.entry(name) != nil else { throw apps.noSuchApp(name, version: nil, for: exchange.caller) }
    let body = try BatchBody(members) { job throws(ActionError) in try BatchRequest(migrating: name, job) }
    try checkVersions(body.request, exchange)
    if body.isDryRun { return try await preview(body.request, exchange) }
    let starter = BatchStarter(registry, path: "/v1/apps/\(name)/migrations") { [now] batch in
      MigrationReport(batch, left: nil, now: now())?.rendered ?? batch.rendered
    }
    try await starter.start(body.request, exchange)
  }

  /// Checks that the sessions' version is known, and that the new one is open to sessions.
  private func checkVersions(_ request: BatchRequest, _ exchange: Exchange) throws(Problem) {
    guard case .migrate(let migration, let name) = request.work else { return }
    func absence(_ version: Int) -> String { apps.absence(of: name, version: version, for: exchange.caller) }
    if catalogue.version(migration.from, of: name) == nil {
      throw .fault("bad-member", absence(migration.from), at: "from")
    }
    if catalogue.entry(name, version: migration.to) == nil {
      throw .fault("bad-member", absence(migration.to), at: "to")
    }
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
