import JSON
import Navigation
import Sessions

/// Reads the past of sessions: changes, outputs and former revisions.
struct HistoryController: Controller {
  let registry: SessionRegistry
  let authorizer: Authorizer

  var routes: [ControllerRoute] {
    [
      ControllerRoute(.get, "/v1/sessions/{id}/history", .session, .readHistory, read),
      ControllerRoute(.get, "/v1/sessions/{id}/outputs", .session, .readOutputs, readOutputs),
      ControllerRoute(
        .get, "/v1/sessions/{id}/revisions/{revision}", .session, .readRevision, readRevision),
    ]
  }

  /// `GET S/history`: the changes of the session.
  private func read(_ exchange: Exchange) async throws(Problem) {
    try authorizer.checkMayReadHistory(exchange)
    let id = try exchange.session()
    let filter = HistoryPageQuery.Filter(
      type: try exchange.text("type"), by: try exchange.text("by"), kind: try Self.kind(exchange))
    try await sendPage(of: id, exchange) { after, limit async throws(OutcomeError) in
      try await registry.history(HistoryPageQuery(session: id, after: after, limit: limit, filter: filter))
    }
  }

  private static func kind(_ exchange: Exchange) throws(Problem) -> Attribution.Kind? {
    let kinds = Attribution.Kind.allCases.map(\.rawValue).joined(separator: ", ")
    return try exchange.parameter("byKind", "one of \(kinds)", Attribution.Kind.init)
  }

  /// `GET S/outputs`: the outputs of the session.
  private func readOutputs(_ exchange: Exchange) async throws(Problem) {
    try authorizer.checkMayReadHistory(exchange)
    let id = try exchange.session()
    try await sendPage(of: id, exchange) { after, limit async throws(OutcomeError) in
      try await registry.outputs(OutputQuery(session: id, after: after, limit: limit))
    }
  }

  /// Responds with a page, oldest first. A page of large items may hold fewer than requested.
  /// It is read from the journal, off the event loops.
  ///
  /// - Parameter read: Reads up to `limit` items after a number.
  private func sendPage<Item: PageItem>(
    of id: SessionID, _ exchange: Exchange,
    read: (_ after: Int, _ limit: Int) async throws(OutcomeError) -> ItemPage<Item>
  ) async throws(Problem) {
    let limit = try exchange.integer("limit", in: 1...1_000, or: 100)
    let after = try exchange.integer("after", in: 0...Int.max, or: 0)
    // Reading the session first detects an unknown id and ensures that its pending changes are in the journal.
    let outcome = await awaiting { registry.read(.revision, of: id, answer: $0) }
    guard case .session = outcome else { throw exchange.problem(of: outcome) }
    let page = try await exchange.granted(await read(after, limit))
    // The reader decides which text of a refusal is shown, not the one who caused it (docs/decisions/0075).
    exchange.send(json: Self.content(of: page, toBackend: exchange.seesDefinition))
  }

  private static func content<Item: PageItem>(of page: ItemPage<Item>, toBackend: Bool) -> [UInt8] {
    var json = JSONWriter(capacity: 64 + page.items.reduce(0) { $0 + $1.size })
    json.append("{\"items\":")
    json.append(list: page.items) { $1.write(to: &$0, toBackend: toBackend) }
    json.append(",\"next\":")
    json.append(value: page.hasNext ? page.items.last.map { .integer(Int64($0.number)) } ?? .null : .null)
    json.append("}")
    return json.bytes
  }

  /// `GET S/revisions/{revision}`
  private func readRevision(_ exchange: Exchange) async throws(Problem) {
    try authorizer.checkMayReadHistory(exchange)
    let text = exchange.parameters["revision", exchange.request] ?? ""
    guard let revision = Int(text), revision >= 1 else {
      throw Problem(404, "no-such-revision", "A revision must be an integer from 1; it is \"\(text)\".")
    }
    let id = try exchange.session()
    try await exchange.checkMayReadPast(of: id, in: registry)
    exchange.send(await registry.read(revision, of: id), unless: nil)
  }
}

extension Operation {
  static let readHistory = Operation(
    "readHistory", "Read the history of a session, oldest first",
    query: [
      .after, .limit, .init("type", .string, "Only actions of this type", example: "push"),
      .init("by", .string, "Only changes by the credential with this id, name or subject", example: "till"),
      .init("byKind", .string, "Only changes by credentials of this kind", example: "operator"),
    ],
    answers: .json(200, .ref("History"), "A page"),
    problems: ["bad-parameter", "too-many-reads", "undo-off"])

  static let readOutputs = Operation(
    "readOutputs", "Read the outputs of a session, oldest first",
    query: [.after, .limit],
    answers: .json(200, .ref("Outputs"), "A page"),
    problems: ["bad-parameter", "too-many-reads", "undo-off"])

  static let readRevision = Operation(
    "readRevision", "Read a past revision of a session",
    answers: .json(200, .ref("Session"), "The session at that revision", fields: ["ETag"]),
    problems: ["no-such-revision", "revision-pruned", "too-many-reads", "undo-off"])
}
