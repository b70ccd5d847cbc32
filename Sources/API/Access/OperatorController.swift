import JSON
import Navigation
import Sessions
import Support

/// Creates, lists and deletes operators, whose tokens permit a part of what the admin's does.
struct OperatorController: Controller {
  let operators: Operators
  let journal: any Journal
  let now: WallClock

  var routes: [ControllerRoute] {
    [
      ControllerRoute(.get, "/v1/admin/tokens", .admin, scopes: [], Documentation.list, list),
      ControllerRoute(.post, "/v1/admin/tokens", .admin, scopes: [], Documentation.create, create),
      ControllerRoute(.delete, "/v1/admin/tokens/{operator}", .admin, scopes: [], Documentation.remove, remove),
    ]
  }

  /// `GET /v1/admin/tokens`: without the secrets. Expired operators stay until they are deleted.
  private func list(_ exchange: Exchange) {
    exchange.send(json: JSONValue.object(["items": .array(operators.all.map { .object($0.json) })]).bytes)
  }

  /// `POST /v1/admin/tokens`: `{"name", "scopes", "apps"?, "expiresIn"?}`. The token is returned only once.
  private func create(_ exchange: Exchange) async throws(Problem) {
    let body = try exchange.object(["name", "scopes", "apps", "expiresIn"])
    let (secret, at) = (Operators.prefix + Token().text, now())
    let holder = StoredOperator(
      id: "op_" + Token().text.prefix(12), name: try Self.name(body), hash: SHA256.hash(Array(secret.utf8)),
      scopes: try Self.scopes(body), apps: try Self.apps(body), createdAt: at,
      expiresAt: try TokenController.lifetime(body).map { at + $0 })
    // Before the write: of two requests with one name, only one may be written.
    do throws(Operators.ReservationError) { try operators.reserve(holder.name) } catch { throw Problem(error, holder) }
    do throws(Problem) {
      try await Problem.ifNotStored(.operators(.add(holder)), in: journal)
    } catch {
      operators.release(holder.name)
      throw error
    }
    // Only now, since a token that works must survive a crash.
    operators.add(holder)
    var json = holder.json
    json["token"] = .string(secret)
    exchange.send(secret: json, status: 201)
  }

  /// `DELETE /v1/admin/tokens/{operator}`: the token is invalid at once, and event streams that were opened with it end.
  private func remove(_ exchange: Exchange) async throws(Problem) {
    let id = exchange.parameters["operator", exchange.request] ?? ""
    guard operators.contains(id) else { throw Self.noSuchOperator(id) }
    try await Problem.ifNotStored(.operators(.remove(id: id)), in: journal)
    // Another request may have removed it while this one was written.
    guard operators.remove(id) else { throw Self.noSuchOperator(id) }
    exchange.send(.empty(204))
  }

  private static func name(_ body: JSONObject) throws(Problem) -> String {
    guard let name = try TokenController.name(body) else {
      throw .fault("missing-member", "`name` is required: a string of 1 to 64 bytes.", at: "name")
    }
    guard name != Attribution.admin.name else {
      throw .fault("bad-member", "The name `\(name)` is that of the admin's token; use another.", at: "name")
    }
    return name
  }

  private static func scopes(_ body: JSONObject) throws(Problem) -> OperatorScopes {
    guard let value = body["scopes"] else {
      throw .fault("missing-member", "`scopes` is required: a list of \(scopeNames).", at: "scopes")
    }
    guard let names = Self.names(value), let scopes = OperatorScopes(names: names) else {
      throw .fault(
        "bad-member", "`scopes` must be a list of \(scopeNames); it is \(value.text.prefix(80)).", at: "scopes")
    }
    return scopes
  }

  private static let scopeNames = OperatorScopes.allNames.map { "\"\($0)\"" }.joined(separator: ", ")

  private static func apps(_ body: JSONObject) throws(Problem) -> [String] {
    guard let value = body["apps"] else { return [] }
    guard let names = Self.names(value), names.count <= 100, names.allSatisfy(AppKeyController.isName) else {
      throw .fault(
        "bad-member", "`apps` must be a list of 1 to 100 names of apps, or absent; it is \(value.text.prefix(80)).",
        at: "apps")
    }
    return names
  }

  /// The strings of a list; nil when it is empty, or something else.
  private static func names(_ value: JSONValue) -> [String]? {
    guard let items = value.arrayValue, !items.isEmpty else { return nil }
    let names = items.compactMap(\.stringValue)
    return names.count == items.count ? names : nil
  }

  private static func noSuchOperator(_ id: String) -> Problem {
    Problem(
      404, "no-such-token", "There is no operator \"\(id.prefix(80))\"; `GET /v1/admin/tokens` lists the operators.")
  }
}

extension StoredOperator {
  /// The public members.
  var json: JSONObject {
    [
      "id": .string(id), "name": .string(name), "scopes": .array(scopes.names.map(JSONValue.string)),
      "apps": apps.isEmpty ? .null : .array(apps.map(JSONValue.string)),
      "createdAt": .string(JSONTimestamp.text(createdAt)),
      "expiresAt": expiresAt.map { .string(JSONTimestamp.text($0)) } ?? .null,
    ]
  }
}

extension Problem {
  fileprivate init(_ error: Operators.ReservationError, _ holder: StoredOperator) {
    switch error {
    case .exists:
      self.init(
        409, "token-exists",
        "There is an operator \"\(holder.name)\" already. Delete it, or use another name.")
    case .tooMany:
      self.init(
        409, "too-many-tokens",
        "Operator limit reached: \(Operators.limit). Delete one with `DELETE /v1/admin/tokens/{id}`.")
    }
  }
}
