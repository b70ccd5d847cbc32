import JSON

extension StatsController {
  /// The documentation of the routes.
  enum Documentation {
    private static let dimension = "(route|version|label:[^:,]{1,100})"

    static let read = Operation(
      "readStats", "Count the sessions of an app",
      "Exact at the time `asOf`, and without loading a session. Sorted by `sessions`, the most first.",
      query: [
        .init(
          "by", .pattern("^\(dimension)(,\(dimension))*$"),
          "The dimensions: `route` (of the current screen), `version` and `label:NAME`, each at most once",
          required: true, example: "route,version,label:store"),
        .init("updatedAfter", .moment, "Only sessions updated after this time", example: "2026-01-02T03:04:05.678Z"),
      ],
      answers: Operation.Reply(
        status: 200,
        detail: "The numbers of sessions by the values of the dimensions. A label is null where a session lacks it; in "
          + "CSV empty",
        contents: [
          (
            .json,
            .object([
              "asOf": .timestamp, "total": .integer(from: 0),
              "items": .array(
                of: .object(
                  ["sessions": .integer(from: 1)], optional: ["route": .string, "version": .integer(from: 1)])),
            ])
          ), (.csv, .string),
        ]),
      problems: ProblemKind.storage
        + ProblemKind.named("no-such-app", "missing-parameter", "bad-parameter", "too-many-groups"))
  }
}
