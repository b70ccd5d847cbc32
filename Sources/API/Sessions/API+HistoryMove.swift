import Digest
import HTTP
import JSON
import Navigation
import Sessions

extension API {
  /// `POST S/undo` and `S/redo`: `{"steps"?}`, 1 when absent.
  func historyMove(_ name: String, _ exchange: Exchange, _ way: (_ steps: Int) -> HistoryMove) throws(Problem) {
    let body = try exchange.object(["steps"], absent: [:])
    try historyMove(way(try Self.count("steps", of: body) ?? 1), named: name, body, exchange)
  }

  /// `POST S/jump`: `{"revision"}`.
  func jump(_ exchange: Exchange) throws(Problem) {
    let body = try exchange.object(["revision"])
    guard let revision = try Self.count("revision", of: body) else {
      throw .fault("missing-field", "`jump` needs the `revision` to go to.", at: "revision")
    }
    try historyMove(.jump(revision: revision), named: "jump", body, exchange)
  }

  private func historyMove(
    _ historyMove: HistoryMove, named name: String, _ body: JSONObject, _ exchange: Exchange
  ) throws(Problem) {
    try checkMayLookBack(exchange)
    var action: JSONObject = ["type": .string(name)]
    action.merge(body)
    let request = ActionRequest(
      actions: [], historyMove: historyMove, isBatch: false, sent: JSONValue.object(action).bytes,
      precondition: try exchange.precondition(), key: try exchange.idempotencyKey(), lease: exchange.lease,
      wantsSession: exchange.wantsSession, actor: nil)
    try perform(request, on: try exchange.session(), exchange)
  }

  /// `GET S/revisions/{revision}`
  func readRevision(_ exchange: Exchange) throws(Problem) {
    try checkMayLookBack(exchange)
    let text = exchange.parameters["revision", exchange.request] ?? ""
    guard let revision = Int(text), revision >= 1 else {
      throw Problem(404, "no-such-revision", "A revision is an integer from 1; this is \"\(text)\".")
    }
    registry.read(revision, of: try exchange.session()) { outcome in
      guard case .session(let json, let revision) = outcome else { return exchange.send(failed: outcome) }
      exchange.send(json: json, revision: revision)
    }
  }

  /// `POST S/fork`: `{"revision"?}`, the latest when absent.
  func fork(_ exchange: Exchange) throws(Problem) {
    let revision = try Self.count("revision", of: try exchange.object(["revision"], absent: [:]))
    if revision != nil { try checkMayLookBack(exchange) }
    let token = Token()
    let key = try exchange.idempotencyKey(in: .credential)
    let id = try exchange.session()
    try checkCreations(exchange)
    registry.fork(id, at: revision) { outcome in
      exchange.send(failed: outcome)
    } request: { app, tree in
      CreationRequest(app: app, tree: tree, tokenHash: SHA256.hash(token.bytes), key: key) { session in
        StoredResponse(status: 201, body: token.added(to: session))
      }
    } answer: { [self] app, outcome in
      exchange.send(outcome, orIfWithdrawn: noSuchApp(app.name, version: app.version, for: exchange.caller))
    }
  }

  /// A member that is an integer of at least 1; nil when absent.
  private static func count(_ name: String, of body: JSONObject) throws(Problem) -> Int? {
    guard let value = body[name] else { return nil }
    guard let count = value.integerValue, count >= 1 else {
      throw .fault("bad-field", "`\(name)` is an integer from 1; this is \(value.text.prefix(80)).", at: name)
    }
    return Int(count)
  }
}
