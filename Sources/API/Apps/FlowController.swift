import JSON
import Sessions
import Support

/// Reads how sessions of an app go from screen to screen.
struct FlowController: Controller {
  let registry: SessionRegistry
  let catalogue: AppCatalogue
  let apps: AppLookup
  /// Days for which flows are kept.
  let days: Int
  let now: WallClock

  var routes: [ControllerRoute] {
    [
      ControllerRoute(
        .get, "/v1/apps/{app}/flows", .admin, scopes: .reading, alternatives: [.csv], .readFlows, read)
    ]
  }

  /// `GET /v1/apps/{app}/flows`
  private func read(_ exchange: Exchange) async throws(Problem) {
    let app = try apps.name(for: exchange)
    let now = now()
    let from = try SessionController.moment("from", of: exchange) ?? now - Int64(days) * 86_400_000
    let to = try SessionController.moment("to", of: exchange) ?? now
    var query = FlowQuery(app: app, from: max(from, 0), to: min(max(to, 0), .max / 2), now: now)
    query.version = try exchange.appVersion()
    let labels = try exchange.labels()
    guard labels.count <= 1 else { throw Problem(400, "bad-parameter", "`label` can be given once; send one of them.") }
    if let (name, value) = labels.first {
      try check(name, of: app)
      query.label = "\(name):\(value)"
    }
    let report = try await Problem.ifFails(await registry.flows(query))
    guard exchange.prefersTable else {
      return exchange.send(report.json(query), asPreferred: .json)
    }
    exchange.send(
      table: [["from", "to", "by", "count"]]
        + report.sortedEdges.map { [$0.key.from, $0.key.to, $0.key.cause.rawValue, String($0.value)] })
  }

  /// Checks that a version of the app counts flows by a label.
  private func check(_ name: String, of app: String) throws(Problem) {
    let versions = catalogue.versions(of: app).compactMap { catalogue.version($0, of: app)?.app }
    guard !versions.contains(where: { $0.dividesFlows(by: name) }) else { return }
    throw .fault(
      "bad-member",
      "`label` must be a variant or one of the labels that the definition names in `flows`; "
        + "\"\(name.prefix(80))\" is neither. Others could tell who a person is.", at: "label")
  }
}

extension FlowReport {
  /// The edges with the greatest count first.
  fileprivate var sortedEdges: [(key: Edge, value: Int)] {
    func order(_ edge: Edge) -> (String, String, String) { (edge.from, edge.to, edge.cause.rawValue) }
    return edges.sorted { left, right in
      left.value == right.value ? order(left.key) < order(right.key) : left.value > right.value
    }
  }

  fileprivate func json(_ query: FlowQuery) -> [UInt8] {
    let items = sortedEdges.map { edge, count -> JSONValue in
      [
        "from": edge.from.isEmpty ? .null : .string(edge.from), "to": .string(edge.to),
        "by": .string(edge.cause.rawValue), "count": .integer(Int64(count)),
      ]
    }
    func moment(_ minute: Int64) -> JSONValue { .timestamp(minute * 60_000) }
    let answer: JSONObject = [
      "from": moment(query.minutes.lowerBound), "to": moment(query.minutes.upperBound), "edges": .array(items),
      "routes": .array(routes),
    ]
    return JSONValue.object(answer).bytes
  }

  private var routes: [JSONValue] {
    var (entries, exits): ([String: Int], [String: Int]) = ([:], [:])
    for (edge, count) in edges {
      entries[edge.to, default: 0] += count
      exits[edge.from, default: 0] += count
    }
    let names = Set(entries.keys).union(exits.keys).union(ended.keys).subtracting([""])
    return names.sorted().map { name in
      func count(_ counts: [String: Int]) -> JSONValue { .integer(Int64(max(0, counts[name] ?? 0))) }
      let median = stays[name]?.median.map { JSONValue.number(($0 * 1_000).rounded() / 1_000) }
      return [
        "route": .string(name), "entries": count(entries), "exits": count(exits), "ended": count(ended),
        "medianStay": median ?? .null,
      ]
    }
  }
}

extension Operation {
  static let readFlows = Operation(
    "readFlows", "Read how sessions go from screen to screen",
    "An edge counts the changes from the current screen to another one. A creation comes from null; of a batch the end "
      + "counts. `ended` counts the sessions that had no change for an hour since they entered the route; `medianStay` is "
      + "in seconds.",
    query: [
      .init(
        "from", .moment, "The start; its whole hour counts. Default: `--flow-days` ago",
        example: "2026-01-02T03:00:00.000Z"),
      .init("to", .moment, "The end; its whole hour counts. Default: now"),
      .version,
      .init(
        "label", .string,
        "Only sessions with this variant, or with a label that the definition names in `flows`: "
          + "name:value"),
    ],
    answers: Operation.Reply(
      status: 200, detail: "The counts; as CSV those of the edges",
      contents: [(.json, .ref("Flows")), (.csv, .string)]),
    problems: ProblemKind.appReading + ["bad-member"])
}

extension Schema {
  static let flows = object([
    "from": .moment, "to": .moment,
    "edges": .array(
      of: .object([
        "from": .orNull("string"), "to": .string,
        "by": .oneOf(FlowCause.allCases.map { .string($0.rawValue) }), "count": .integer(from: 0),
      ])),
    "routes": .array(
      of: .object([
        "route": .string, "entries": .integer(from: 0), "exits": .integer(from: 0), "ended": .integer(from: 0),
        "medianStay": .orNull("number"),
      ])),
  ])
}
