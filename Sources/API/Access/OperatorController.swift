import AppDefinitions
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
      ControllerRoute(.get, "/v1/admin/tokens", .admin, scopes: [], .listOperators, list),
      ControllerRoute(.post, "/v1/admin/tokens", .admin, scopes: [], .createOperator, create),
      ControllerRoute(.delete, "/v1/admin/tokens/{operator}", .admin, scopes: [], .removeOperator, remove),
    ]
  }

  /// `GET /v1/admin/tokens`: without the secrets. Expired operators stay until they are deleted.
  private func list(_ exchange: Exchange) {
    exchange.send(json: ["items": .array(operators.all.map { .object($0.json) })])
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
    try operators.reserve(holder.name)
    do throws(Problem) {
      try await Problem.ifNotStored(.operators(.add(holder)), in: journal)
    } catch {
      operators.release(holder.name)
      throw error.isOvertaken ? .operatorExists(holder.name) : error
    }
    // Only now, since a token that works must survive a crash.
    operators.add(holder)
    var json = holder.json
    json["token"] = .string(secret)
    exchange.send(json: json, status: 201)
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
    let name = try body.required("name", "a string of 1 to 64 bytes", \.shortString)
    guard name != Attribution.admin.name else {
      throw .fault("bad-member", "The name `\(name)` is that of the admin's token; use another.", at: "name")
    }
    return name
  }

  private static func scopes(_ body: JSONObject) throws(Problem) -> OperatorScopes {
    let known = OperatorScopes.allNames.map { "\"\($0)\"" }.joined(separator: ", ")
    return try body.required("scopes", "a list of \(known)") { names($0).flatMap(OperatorScopes.init) }
  }

  private static func apps(_ body: JSONObject) throws(Problem) -> [String] {
    try body.value("apps", "a list of 1 to 100 names of apps, or absent") { json in
      names(json).flatMap { $0.count <= 100 && $0.allSatisfy(AppDefinition.isName) ? $0 : nil }
    } ?? []
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
      "createdAt": .timestamp(createdAt), "expiresAt": .timestamp(expiresAt),
    ]
  }
}

extension Operation {
  static let listOperators = Operation(
    "listOperators", "List the operators", "Without secrets. Expired ones are listed until they are deleted.",
    answers: .json(200, .ref("Operators"), "Sorted by name"))

  static let createOperator = Operation(
    "createOperator", "Create an operator, whose token permits a part of what the admin's does",
    "`metrics` reads the metrics; `read` everything but tokens and keys; `support` also creates sessions and changes "
      + "them as a backend does; `apps` changes apps, keys and webhooks; `admin` everything but operators. With `apps` "
      + "all of it is limited to these apps.",
    body: Operation.Body(
      .request(
        ["name": .text(1...64), "scopes": .list(.oneOf(OperatorScopes.allNames.map(JSONValue.string)), 1...16)],
        optional: ["apps": .list(.ref("Name"), 1...100), "expiresIn": .integer(1...Int(TokenController.longest))]),
      example: ["name": "prometheus", "scopes": ["metrics"]]),
    answers: .json(201, .ref("CreatedOperator"), "The token. It is not shown again"),
    problems: ["missing-member", "bad-member", "token-exists", "too-many-tokens"])

  static let removeOperator = Operation(
    "removeOperator", "Delete an operator", "Event streams opened with its token end.",
    answers: .empty(204, "The token is no longer valid"),
    problems: ["no-such-token"])
}

extension Schema {
  /// The members of an operator.
  static let `operator`: KeyValuePairs<String, Schema> = [
    "id": .string, "name": .string, "scopes": .array(of: .string),
    "apps": .anyOf([.array(of: .string), Schema(["type": "null"])]), "createdAt": .timestamp,
    "expiresAt": .orNull("string"),
  ]
}
