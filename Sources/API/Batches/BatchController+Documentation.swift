import JSON
import Sessions

extension BatchController {
  /// The documentation of the routes.
  enum Documentation {
    static let list = Operation(
      "listBatches", "List the batch jobs, the newest first",
      query: [.limit, .init("after", .pattern("^b_[1-9][0-9]*$"), "The `next` value of the previous page")],
      answers: .json(200, .object(["items": .array(of: .ref("BatchJob")), "next": .orNull("string")]), "A page"),
      problems: ProblemKind.named("bad-parameter"))

    static let create = Operation(
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
      problems: ProblemKind.body + ProblemKind.storage + ProblemKind.action
        + ProblemKind.named(
          "missing-member", "bad-member", "too-many-batches", "bad-idempotency-key", "idempotency-key-in-progress",
          "idempotency-key-reused"))

    static let read = Operation(
      "readBatch", "Read the progress of a batch job",
      answers: .json(200, .ref("BatchJob"), "The job"), problems: ProblemKind.named("no-such-batch"))

    static let cancel = Operation(
      "cancelBatch", "Cancel a batch job",
      "Sessions that are done remain changed. A job that has ended is not affected.",
      answers: .empty(204, "It is not running"),
      problems: ProblemKind.storage + ProblemKind.named("no-such-batch"))
  }
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
  static let batches: [(String, Schema)] = [
    (
      "BatchJob",
      .object(
        [
          "id": .string, "state": .oneOf(["running", "done", "cancelled"]), "startedAt": .timestamp,
          "by": .ref("Attribution"),
          "requestId": .orNull("string"),
          "finishedAt": .orNull("string"), "filter": .open, "rate": .integer(from: 1),
          "progress": Schema(["type": "number"]),
          "done": .integer(from: 0), "changed": .integer(from: 0), "unchanged": .integer(from: 0),
          "refused": .array(of: refusals),
        ], optional: ["action": .open, "undo": .open, "delete": .boolean, "migrate": .open])
    ),
    (
      "BatchPreview",
      .object([
        "dryRun": .boolean, "complete": .boolean, "done": .integer(from: 0), "changed": .integer(from: 0),
        "unchanged": .integer(from: 0), "refused": .array(of: refusals), "examples": .array(of: .ref("SessionID")),
      ])
    ),
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
