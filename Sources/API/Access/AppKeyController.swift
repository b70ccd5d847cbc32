import Support
import HTTP
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
      ControllerRoute(.get, "/v1/apps/{app}/keys", .admin, scopes: .changingApps, Documentation.list, list),
      ControllerRoute(.post, "/v1/apps/{app}/keys", .admin, scopes: .changingApps, Documentation.add, add),
      ControllerRoute(
        .delete, "/v1/apps/{app}/keys/{key}", .admin, scopes: .changingApps, Documentation.remove, remove),
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
      ["name": .string(key.name), "createdAt": .string(JSONTimestamp.text(key.createdAt))]
    }
    exchange.send(json: JSONValue.object(["items": .array(items)]).bytes)
  }

  /// `POST /v1/apps/{app}/keys`: `{"name"}`. The key is returned only once.
  private func add(_ exchange: Exchange) async throws(Problem) {
    let name = try Self.keyName(of: exchange.object(["name"]))
    let app = exchange.appName
    guard !catalogue.versions(of: app).isEmpty else { throw apps.noSuchApp(app, version: nil, for: exchange.caller) }
    let secret = "k_" + Token().text
    let key = StoredAppKey(app: app, name: name, hash: SHA256.hash(Array(secret.utf8)), createdAt: now())
    // Before the write: of two requests with one name, only one may be written.
    do throws(AppKeys.ReservationError) { try appKeys.reserve(name, of: app) } catch { throw Problem(error, key) }
    do throws(Problem) {
      try await Problem.ifNotStored(.appKey(.add(key)), in: journal)
    } catch {
      appKeys.release(name, of: app)
      throw error
    }
    // Only now, since a key that works must survive a crash.
    appKeys.add(key)
    exchange.send(
      secret: [
        "name": .string(name), "key": .string(secret), "createdAt": .string(JSONTimestamp.text(key.createdAt)),
      ], status: 201)
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
    guard let name = value.stringValue, isName(name) else {
      throw .fault(
        "bad-member",
        "`name` must be 1 to 64 lower-case letters, digits, `-` and `_`, and begin with a letter or a digit; it is "
          + "\(value.text.prefix(80)).", at: "name")
    }
    return name
  }

  /// Whether a text can be the name of an app or a key.
  static func isName(_ name: String) -> Bool {
    let bytes = name.utf8
    let isLetterOrDigit: (UInt8) -> Bool = { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    return (1...64).contains(bytes.count) && bytes.first.map(isLetterOrDigit) ?? false
      && bytes.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }
}

extension Problem {
  fileprivate init(_ error: AppKeys.ReservationError, _ key: StoredAppKey) {
    switch error {
    case .exists:
      self.init(
        409, "key-exists",
        "The app \"\(key.app)\" already has a key \"\(key.name)\". Delete that key, or use another name."
      )
    case .tooMany:
      self.init(
        409, "too-many-keys",
        "The app \"\(key.app)\" has reached the limit of \(AppKeys.limitPerApp) keys. Delete one first.")
    }
  }

  fileprivate static func noSuchKey(_ name: String, of app: String) -> Problem {
    Problem(
      404, "no-such-key",
      "The app \"\(app.prefix(80))\" has no key \"\(name.prefix(80))\"; `GET …/keys` lists its keys.")
  }
}
