import AppDefinitions
import Support
import JSON
import Sessions

/// Lists, adds and removes the keys of apps.
struct AppKeyController: Controller {
  let appKeys: AppKeys
  let catalogue: AppCatalogue
  let apps: AppLookup
  let journal: any Journal
  let now: WallClock

  var routes: [ControllerRoute] {
    [
      ControllerRoute(.get, "/v1/apps/{app}/keys", .admin, scopes: .changingApps, .listAppKeys, list),
      ControllerRoute(.post, "/v1/apps/{app}/keys", .admin, scopes: .changingApps, .addAppKey, add),
      ControllerRoute(
        .delete, "/v1/apps/{app}/keys/{key}", .admin, scopes: .changingApps, .removeAppKey, remove),
    ]
  }

  /// `GET /v1/apps/{app}/keys`: lists the names of the keys. The keys themselves are not stored.
  private func list(_ exchange: Exchange) throws(Problem) {
    let app = exchange.appName
    let keys = appKeys.keys(of: app)
    // Keys of a withdrawn app can still be listed and removed.
    if keys.isEmpty, catalogue.versions(of: app).isEmpty {
      throw apps.noSuchApp(app, version: nil, for: exchange.caller)
    }
    let items = keys.map { key -> JSONValue in
      ["name": .string(key.name), "createdAt": .timestamp(key.createdAt)]
    }
    exchange.send(json: ["items": .array(items)])
  }

  /// `POST /v1/apps/{app}/keys`: `{"name"}`. The key is returned only once.
  private func add(_ exchange: Exchange) async throws(Problem) {
    let name = try Self.keyName(of: exchange.object(["name"]))
    let app = exchange.appName
    guard !catalogue.versions(of: app).isEmpty else { throw apps.noSuchApp(app, version: nil, for: exchange.caller) }
    let secret = "k_" + Token().text
    let key = StoredAppKey(app: app, name: name, hash: SHA256.hash(Array(secret.utf8)), createdAt: now())
    // Before the write: of two requests with one name, only one may be written.
    try appKeys.reserve(name, of: app)
    do throws(Problem) {
      try await Problem.ifNotStored(.appKey(.add(key)), in: journal)
    } catch {
      appKeys.release(name, of: app)
      throw error.isOvertaken ? .keyExists(name, of: app) : error
    }
    // Only now, since a key that works must survive a crash.
    appKeys.add(key)
    exchange.send(
      json: ["name": .string(name), "key": .string(secret), "createdAt": .timestamp(key.createdAt)], status: 201)
  }

  /// `DELETE /v1/apps/{app}/keys/{key}`: sessions created with the key continue.
  private func remove(_ exchange: Exchange) async throws(Problem) {
    let (app, name) = (exchange.appName, exchange.parameters["key", exchange.request] ?? "")
    guard appKeys.contains(name, of: app) else { throw .noSuchKey(name, of: app) }
    try await Problem.ifNotStored(.appKey(.remove(app: app, name: name)), in: journal)
    // Another request may have removed it while this one was written.
    guard appKeys.remove(name, of: app) else { throw .noSuchKey(name, of: app) }
    exchange.send(.empty(204))
  }

  private static func keyName(of body: JSONObject) throws(Problem) -> String {
    guard let value = body["name"] else {
      throw .fault("missing-member", "`name` is required: a string, the name of the key.", at: "name")
    }
    guard let name = value.stringValue, AppDefinition.isName(name) else {
      throw .fault(
        "bad-member",
        "`name` must be 1 to 64 lower-case letters, digits, `-` and `_`, and begin with a letter or a digit; it is "
          + "\(value.text.prefix(80)).", at: "name")
    }
    return name
  }
}

extension Problem {
  static func keyExists(_ name: String, of app: String) -> Problem {
    Problem(
      409, "key-exists",
      "The app \"\(app)\" already has a key \"\(name)\". Delete that key, or use another name.")
  }

  fileprivate static func noSuchKey(_ name: String, of app: String) -> Problem {
    Problem(
      404, "no-such-key",
      "The app \"\(app.prefix(80))\" has no key \"\(name.prefix(80))\"; `GET …/keys` lists its keys.")
  }
}

extension Operation {
  static let listAppKeys = Operation(
    "listAppKeys", "List the keys of an app",
    answers: .json(200, .ref("KeyList"), "Sorted by name"),
    problems: ["no-such-app"])

  static let addAppKey = Operation(
    "addAppKey", "Create a key that allows creating sessions of this app only",
    body: Operation.Body(.request(["name": .ref("Name")]), example: ["name": "mobile"]),
    answers: .json(
      201, .object(["name": .ref("Name"), "key": .string, "createdAt": .timestamp]),
      "The key. It is not shown again"),
    problems: ["no-such-app", "missing-member", "bad-member", "key-exists", "too-many-keys"])

  static let removeAppKey = Operation(
    "removeAppKey", "Delete a key", "Sessions created with it remain.",
    answers: .empty(204, "The key is no longer valid"),
    problems: ["no-such-key"])
}
