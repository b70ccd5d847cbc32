import JSON
import Navigation
import Sessions

/// Counts the sessions of apps.
struct StatsController: Controller {
  let registry: SessionRegistry
  let apps: AppLookup

  var routes: [ControllerRoute] {
    [
      ControllerRoute(
        .get, "/v1/apps/{app}/stats", .admin, scopes: .reading, alternatives: [.csv], .readStats, read)
    ]
  }

  /// `GET /v1/apps/{app}/stats`
  private func read(_ exchange: Exchange) async throws(Problem) {
    let query = SessionCountQuery(
      app: try apps.name(for: exchange), by: try Self.dimensions(exchange),
      updatedAfter: try SessionController.moment("updatedAfter", of: exchange))
    let counts = try await Problem.ifFails(await registry.count(query))
    guard let items = counts.items else {
      throw Problem(
        422, "too-many-groups",
        "The sessions have more than \(SessionCounts.mostGroups) different values. Name fewer dimensions in `by`, or "
          + "labels with fewer values.")
    }
    guard !exchange.prefersTable else {
      // A label that a session lacks is empty.
      let rows = items.map { item in
        item.values.map { $0.stringValue ?? ($0.isNull ? "" : $0.text) } + [String(item.sessions)]
      }
      return exchange.send(table: [query.dimensions.map(\.name) + ["sessions"]] + rows)
    }
    let json: JSONObject = [
      "asOf": .timestamp(counts.asOf), "total": .integer(Int64(items.reduce(0) { $0 + $1.sessions })),
      "items": .array(
        items.map { item in
          var members = JSONObject(zip(query.dimensions.map(\.name), item.values).map { ($0, $1) })
          members["sessions"] = .integer(Int64(item.sessions))
          return .object(members)
        }),
    ]
    exchange.send(JSONValue.object(json).bytes, asPreferred: .json)
  }

  private static func dimensions(_ exchange: Exchange) throws(Problem) -> Set<SessionDimension> {
    guard let text = try exchange.text("by") else {
      throw Problem(400, "missing-parameter", "`by` is required; it takes \(SessionDimension.usage).")
    }
    var dimensions: Set<SessionDimension> = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      guard let dimension = SessionDimension(name) else {
        throw Problem(
          400, "bad-parameter", "`by` takes \(SessionDimension.usage); it has \"\(name.prefix(80))\".")
      }
      guard dimensions.insert(dimension).inserted else {
        throw Problem(400, "bad-parameter", "`by` has \"\(name.prefix(80))\" twice; each dimension counts once.")
      }
    }
    // Each label is looked up for each session.
    guard dimensions.count <= SessionMetadata.mostLabels + 2 else {
      throw Problem(
        400, "bad-parameter",
        "`by` has \(dimensions.count) dimensions; the limit is \(SessionMetadata.mostLabels + 2).")
    }
    return dimensions
  }
}

extension SessionDimension {
  fileprivate static let usage = "`route`, `version` and `label:NAME`, separated by commas"
  private static let label = "label:"

  fileprivate init?(_ name: String) {
    switch name {
    case "route": self = .route
    case "version": self = .version
    default:
      guard name.hasPrefix(Self.label), LabelText.isName(String(name.dropFirst(Self.label.count))) else { return nil }
      self = .label(ExactString(String(name.dropFirst(Self.label.count))))
    }
  }

  fileprivate var name: String {
    switch self {
    case .route: "route"
    case .version: "version"
    case .label(let name): Self.label + name.string
    }
  }
}

extension Operation {
  private static let dimension = "(route|version|label:[^:,]{1,100})"

  static let readStats = Operation(
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
    problems: ProblemKind.storage + ["no-such-app", "missing-parameter", "bad-parameter", "too-many-groups"])
}
