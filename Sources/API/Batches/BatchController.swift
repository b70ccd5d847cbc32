import HTTP
import JSON
import Navigation
import Sessions

/// Starts, lists and cancels jobs over many sessions.
struct BatchController: Controller {
  let registry: SessionRegistry
  /// The maximum number of actions that are sent together.
  let maximumBatch: Int

  var routes: [ControllerRoute] {
    [
      ControllerRoute(.get, "/v1/batches", .admin, scopes: .readingApps, Documentation.list, list),
      ControllerRoute(.post, "/v1/batches", .admin, scopes: .changing, Documentation.create, create),
      ControllerRoute(.get, "/v1/batches/{batch}", .admin, scopes: .readingApps, Documentation.read, read),
      ControllerRoute(
        .delete, "/v1/batches/{batch}", .admin, scopes: [.support, .apps, .admin], Documentation.cancel, cancel),
    ]
  }

  /// `POST /v1/batches`
  private func create(_ exchange: Exchange) async throws(Problem) {
    let members = try exchange.object(BatchRequest.members + ["dryRun"])
    let body = try BatchBody(members) { job throws(ActionError) in try BatchRequest(job, mostActions: maximumBatch) }
    try exchange.caller.checkMayUse(body.request.filter.app, "`filter` has to name one of them as `app`")
    guard body.isDryRun else {
      return try await BatchStarter(registry, path: "/v1/batches", render: \.rendered).start(body.request, exchange)
    }
    exchange.expectAnswer(within: .seconds(300))
    let report = try await Problem.ifFails(
      await BatchPreview.run(body.request, of: registry, describing: API.describe))
    exchange.send(json: report.rendered)
  }

  /// `GET /v1/batches`: the newest first.
  private func list(_ exchange: Exchange) throws(Problem) {
    let limit = try exchange.integer("limit", in: 1...1_000, or: 100)
    let caller = exchange.caller
    var batches = registry.batches.batches.filter { caller.mayUse($0.request.filter.app) && caller.mayManage($0) }[...]
    if let text = try exchange.text("after") {
      guard let last = BatchID(text) else {
        throw Problem(400, "bad-parameter", "`after` must be the `next` of a page; it is \"\(text.prefix(80))\".")
      }
      batches = batches.prefix { $0.id < last }
    }
    // The jobs are ascending by id, so the newest are at the end.
    let page = batches.suffix(limit)
    var json = JSONWriter(capacity: 512 * page.count + 64)
    json.append("{\"items\":[")
    for (index, batch) in page.reversed().enumerated() {
      if index > 0 { json.append(",") }
      json.append(batch)
    }
    json.append("],\"next\":")
    json.append(value: page.startIndex > batches.startIndex ? page.first.map { .string($0.id.text) } ?? .null : .null)
    json.append("}")
    exchange.send(json: json.bytes)
  }

  /// `GET /v1/batches/{id}`
  private func read(_ exchange: Exchange) throws(Problem) {
    exchange.send(json: try batch(of: exchange).rendered)
  }

  /// `DELETE /v1/batches/{id}`: cancels the job. One that has ended stays as it is.
  private func cancel(_ exchange: Exchange) async throws(Problem) {
    switch await registry.batches.cancel(try batch(of: exchange).id) {
    case .ended: exchange.send(.empty(204))
    case .notFound: throw .noBatch(exchange)
    case .journalBusy: throw .journalBusy
    case .failed(let failure): throw Problem(failure)
    }
  }

  /// The job in the path.
  private func batch(of exchange: Exchange) throws(Problem) -> Batch {
    let caller = exchange.caller
    guard let batch = registry.batches[try Self.id(of: exchange)], caller.mayUse(batch.request.filter.app) else {
      throw .noBatch(exchange)
    }
    guard caller.mayManage(batch) else {
      throw Problem(
        403, "not-allowed",
        "The operator's token has the scope `apps`, which permits jobs that migrate; other jobs require `support` or "
          + "`admin`, or the admin's token.")
    }
    return batch
  }

  static func id(of exchange: Exchange) throws(Problem) -> BatchID {
    guard let id = BatchID(exchange.parameters["batch", exchange.request] ?? "") else { throw .noBatch(exchange) }
    return id
  }
}

extension Caller {
  /// Whether the scopes permit the job: those of apps only migrations.
  fileprivate func mayManage(_ batch: Batch) -> Bool {
    guard let scopes = self.operator?.scopes, scopes.isDisjoint(with: .reading) else { return true }
    if case .migrate = batch.request.work { return true }
    return false
  }
}

extension API {
  /// Describes the outcome of a request that a session refused, as its problem does.
  @Sendable package static func describe(_ outcome: Outcome, of session: SessionID) -> BatchRefusal {
    guard let problem = Problem(outcome, session: session.text, isExplained: true) else {
      preconditionFailure("the outcome is a success of another request")
    }
    return BatchRefusal(code: problem.code, detail: String(problem.detail.prefix(400)))
  }
}

extension Problem {
  static func noBatch(_ exchange: Exchange) -> Problem {
    let id = exchange.parameters["batch", exchange.request] ?? ""
    return Problem(404, "no-such-batch", "There is no job \"\(id.prefix(80))\"; `GET /v1/batches` lists the jobs.")
  }

  static func tooManyBatches(_ limit: Int) -> Problem {
    Problem(
      409, "too-many-batches", "Job limit reached: \(limit) jobs are running. Wait until one ends, or cancel one.")
  }
}
