import JSON
import Navigation
import Sessions

/// Starts, lists and cancels jobs over many sessions.
struct BatchController: Controller {
  let registry: SessionRegistry
  let apps: AppLookup
  /// The maximum number of actions that are sent together.
  let maximumBatch: Int

  var routes: [ControllerRoute] {
    [
      ControllerRoute(.get, "/v1/batches", .admin, scopes: .readingApps, .listBatches, list),
      ControllerRoute(.post, "/v1/batches", .admin, scopes: .changing, .createBatch, create),
      ControllerRoute(.get, "/v1/batches/{batch}", .admin, scopes: .readingApps, .readBatch, read),
      ControllerRoute(
        .delete, "/v1/batches/{batch}", .admin, scopes: [.support, .apps, .admin], .cancelBatch, cancel),
    ]
  }

  /// `POST /v1/batches`
  private func create(_ exchange: Exchange) async throws(Problem) {
    let members = try exchange.object(BatchRequest.members + ["dryRun"])
    let body = try BatchBody(members) { job throws(ActionError) in try BatchRequest(job, mostActions: maximumBatch) }
    try exchange.caller.checkMayStart(body.request.work)
    try exchange.caller.checkMayUse(body.request.filter.app, "`filter` has to name one of them as `app`")
    try apps.checkVersions(of: body.request.work, under: ["migrate"], for: exchange.caller)
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
    if let last = try exchange.parameter("after", "the `next` of a page", BatchID.init) {
      batches = batches.prefix { $0.id < last }
    }
    // The jobs are ascending by id, so the newest are at the end.
    let page = batches.suffix(limit)
    var json = JSONWriter(capacity: 512 * page.count + 64)
    json.append("{\"items\":")
    json.append(list: page.reversed()) { $0.append($1) }
    json.append(",\"next\":")
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

extension Caller {
  /// Refuses an operator without the scopes for a kind of job.
  fileprivate func checkMayStart(_ work: BatchWork) throws(Problem) {
    let scopes: OperatorScopes = if case .migrate = work { .changingApps } else { .changing }
    guard let holder = self.operator, holder.scopes.isDisjoint(with: scopes) else { return }
    throw Authorizer.scopeMissing(holder, scopes)
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

extension Operation {
  static let listBatches = Operation(
    "listBatches", "List the batch jobs, the newest first",
    query: [.limit, .init("after", .pattern("^b_[1-9][0-9]*$"), "The `next` value of the previous page")],
    answers: .json(200, .object(["items": .array(of: .ref("BatchJob")), "next": .orNull("string")]), "A page"),
    problems: ["bad-parameter"])

  static let createBatch = Operation(
    "createBatch", "Start a job that carries out one request on all matching sessions",
    "Each session that exists and matches the filter is done once, also over restarts. With `dryRun`, the outcomes are "
      + "computed for up to 1,000 sessions, and nothing is changed.",
    fields: [.key],
    body: Operation.Body(
      .request(
        ["filter": .batchFilter],
        optional: [
          "action": .anyOf([.ref("AnyAction"), .ref("Batch")]),
          "undo": .request([:], optional: ["steps": .integer(from: 1)]), "delete": .boolean,
          "migrate": .request(
            ["from": .integer(from: 1), "to": .integer(from: 2)], optional: ["percent": .percent]),
          "rate": .integer(1...10_000, default: 100), "dryRun": .boolean,
        ]),
      example: ["filter": ["app": "counter"], "action": ["type": "push", "route": "counter"]]),
    answers: .json(202, .ref("BatchJob"), "The job", fields: ["Location", "Idempotency-Replayed"]),
    .json(200, .ref("BatchPreview"), "The result of the dry run"),
    problems: ProblemKind.action
      + [
        "missing-member", "bad-member", "too-many-batches", "bad-idempotency-key", "idempotency-key-in-progress",
        "idempotency-key-reused",
      ])

  static let readBatch = Operation(
    "readBatch", "Read the progress of a batch job",
    answers: .json(200, .ref("BatchJob"), "The job"), problems: ["no-such-batch"])

  static let cancelBatch = Operation(
    "cancelBatch", "Cancel a batch job",
    "Sessions that are done remain changed. A job that has ended is not affected.",
    answers: .empty(204, "It is not running"),
    problems: ["no-such-batch"])
}

extension Schema {
  /// The filter of a batch job, with at least one condition.
  fileprivate static let batchFilter = anyOf([
    request(["all": boolean]),
    Schema([
      "type": "object", "minProperties": 1, "additionalProperties": false, "properties": .object(conditions),
    ]),
  ])

  static let label = pattern("^[^:]{1,100}:.{0,200}$")

  private static let conditions: JSONObject = [
    "app": .object(string.json), "route": .object(string.json), "key": .object(string.json),
    "label": .object(anyOf([label, list(label, 1...SessionMetadata.mostLabels)]).json),
    "updatedAfter": .object(moment.json), "updatedBefore": .object(moment.json),
    "sessions": .object(list(ref("SessionID"), 1...SessionFilter.mostSessions).json),
  ]

  static func list(_ element: Schema, _ lengths: ClosedRange<Int>) -> Schema {
    Schema([
      "type": "array", "items": .object(element.json), "minItems": .integer(Int64(lengths.lowerBound)),
      "maxItems": .integer(Int64(lengths.upperBound)),
    ])
  }

  /// The schemas of batch jobs, by name.
  static let batches: KeyValuePairs<String, Schema> = [
    "BatchJob": .object(
      [
        "id": .string, "state": .oneOf(["running", "done", "cancelled"]), "startedAt": .timestamp,
        "by": .ref("Attribution"),
        "requestId": .orNull("string"),
        "finishedAt": .orNull("string"), "filter": .open, "rate": .integer(from: 1),
        "progress": Schema(["type": "number"]),
        "done": .integer(from: 0), "changed": .integer(from: 0), "unchanged": .integer(from: 0),
        "refused": .array(of: refusals),
      ], optional: ["action": .open, "undo": .open, "delete": .boolean, "migrate": .open]),
    "BatchPreview": .object([
      "dryRun": .boolean, "complete": .boolean, "done": .integer(from: 0), "changed": .integer(from: 0),
      "unchanged": .integer(from: 0), "refused": .array(of: refusals), "examples": .array(of: .ref("SessionID")),
    ]),
  ]

  static let refusals = Schema.object([
    "code": .string, "count": .integer(from: 0),
    "examples": .array(of: .object(["session": .ref("SessionID"), "detail": .string])),
  ])
}

extension ProblemKind {
  static let batch: [ProblemKind] = [
    ProblemKind(
      "no-such-batch", 404,
      meaning: "No batch job has that id. The newest 1,000 jobs are kept.",
      remedy: "`GET /v1/batches` lists the jobs."),
    ProblemKind(
      "too-many-batches", 409,
      meaning: "The limit on running batch jobs is reached.",
      remedy: "Wait until one is done, or cancel one."),
  ]
}
