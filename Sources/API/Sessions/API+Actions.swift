import HTTP
import JSON
import Navigation
import Sessions

extension API {
  /// `POST S/actions`, and `POST S/{type}` for the built-in actions.
  ///
  /// - Parameter type: The action type in the path; nil for `POST S/actions`.
  func act(_ exchange: Exchange, type: String?) throws(Problem) {
    let id = try exchange.session()
    let isDryRun = try exchange.isDryRun()
    // A dry run changes nothing, so it is not stored under an idempotency key.
    let key = isDryRun ? nil : try exchange.idempotencyKey()
    let json = try exchange.json(absent: type == nil ? nil : [:])
    let sent = try type.map { type throws(Problem) in try action(json, type) } ?? json
    let request = ActionRequest(
      actions: try actions(sent), isBatch: type == nil && Self.isBatch(sent),
      sent: type == nil ? exchange.request.body : sent.bytes,
      precondition: try exchange.precondition(), key: key, lease: exchange.lease,
      wantsSession: exchange.wantsSession, actor: nil, isDryRun: isDryRun)
    try perform(request, on: id, exchange)
  }

  /// Performs a request on a session and responds with its receipt.
  func perform(_ request: ActionRequest, on id: SessionID, _ exchange: Exchange) throws(Problem) {
    try checkRate(of: id, actions: request.actions.count)
    registry.perform(request, on: id) { outcome in
      switch outcome {
      case .receipt(let json, let revision): exchange.send(json: json, revision: revision)
      case .replayed(let answer, let revision):
        guard answer.status == 200 else { return exchange.send(kept: answer, replayed: true) }
        exchange.send(json: answer.body, revision: revision, replayed: true)
      case .refused(let refused):
        guard let key = request.key else { return exchange.send(Problem(refused)) }
        // Byte for byte the response that is stored and replayed.
        exchange.send(kept: key.render(refused), replayed: false)
      default: exchange.send(failed: outcome)
      }
    }
  }

  /// The body as an action of the type in the path.
  private func action(_ json: JSONValue, _ type: String) throws(Problem) -> JSONValue {
    guard case .object(let members) = json else {
      throw Problem(422, "bad-body", "The body is a JSON object, the fields of `\(type)`; this is \(json.kind).")
    }
    if let given = members["type"], given != .string(type) {
      throw .fault("type-differs", "The path says `\(type)`, the body \(given.text); leave `type` out.", at: "type")
    }
    var action: JSONObject = ["type": .string(type)]
    action.merge(members)
    return .object(action)
  }

  private static func isBatch(_ json: JSONValue) -> Bool { json["actions"] != nil && json["type"] == nil }

  private func actions(_ json: JSONValue) throws(Problem) -> [Action] {
    guard Self.isBatch(json), case .object(let members) = json, let list = members["actions"] else {
      return [try action(json, at: JSONPointer())]
    }
    if let unknown = members.names.first(where: { $0 != "actions" }) {
      throw .fault("unknown-member", "A batch has `actions` and nothing else; this one has `\(unknown)`.", at: unknown)
    }
    guard case .array(let batch) = list, (1...configuration.batch).contains(batch.count) else {
      let found = list.arrayValue.map { "one of \($0.count)" } ?? list.kind
      throw .fault(
        "bad-batch", "`actions` is a list of 1 to \(configuration.batch) actions; this is \(found).", at: "actions")
    }
    var actions: [Action] = []
    for (index, json) in batch.enumerated() {
      actions.append(try action(json, at: JSONPointer().appending(name: "actions").appending(index: index)))
    }
    return actions
  }

  private func action(_ json: JSONValue, at place: JSONPointer) throws(Problem) -> Action {
    do throws(Refused) {
      return try Action(json: json)
    } catch {
      throw Problem(error.moved(under: place))
    }
  }
}

extension Exchange {
  /// Whether the receipt includes the session and its plan: `Prefer: return` (RFC 7240).
  var wantsSession: Bool { request.preference("return") != "minimal" }

  /// Whether the request is a dry run: it returns the response without making the change.
  fileprivate func isDryRun() throws(Problem) -> Bool {
    guard request.query != nil else { return false }
    return try flag("dryRun")
  }

  /// The precondition in `If-Match`. A revision has exactly one strong tag; any other tag never matches the session.
  func precondition() throws(Problem) -> Precondition? {
    switch try ifMatch() {
    case nil: nil
    case .any?: .any
    case .oneOf(let tags)?:
      .revisions(tags.filter { !$0.isWeak }.compactMap(\.revision))
    }
  }
}

extension EntityTag {
  /// The revision in the tag; nil if there is none. Tags are compared byte by byte, so `007` is not a revision.
  fileprivate var revision: Int? {
    let text = String(decoding: opaque, as: UTF8.self)
    return Int(text).flatMap { String($0) == text ? $0 : nil }
  }
}
