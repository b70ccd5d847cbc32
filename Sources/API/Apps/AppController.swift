import JSON
import Navigation
import Sessions
import Support

/// Lists, defines and withdraws apps.
struct AppController: Controller {
  let registry: SessionRegistry
  let catalogue: AppCatalogue
  let journal: any Journal
  let apps: AppLookup
  let definitions: RunningDefinitions
  let now: WallClock

  var routes: [ControllerRoute] {
    [
      ControllerRoute(.get, "/v1/apps", .admin, scopes: .readingApps, .listApps, list),
      ControllerRoute(.get, "/v1/apps/{app}", .admin, scopes: .readingApps, .readApp, read),
      ControllerRoute(.put, "/v1/apps/{app}", .admin, scopes: .changingApps, .defineApp, define),
      ControllerRoute(.delete, "/v1/apps/{app}", .admin, scopes: .changingApps, .withdrawApp, withdraw),
    ] + rolloutRoutes
  }

  /// `GET /v1/apps`
  private func list(_ exchange: Exchange) {
    let caller = exchange.caller
    let items = catalogue.newest.filter { caller.mayUse($0.app.name) }.map { entry in
      let app = entry.app
      var item: JSONObject = [
        "app": .string(app.name), "version": .integer(Int64(app.version)),
        "versions": .array(catalogue.versions(of: app.name).map { .integer(Int64($0)) }),
        "compiled": .bool(entry.definition == nil),
      ]
      item["rollout"] = catalogue.rollout(of: app.name).map { .object($0.json) }
      item.append(app.metadata)
      return JSONValue.object(item)
    }
    exchange.send(json: ["items": .array(items)])
  }

  /// `GET /v1/apps/{app}`: the definition of the newest or the requested version, as it was received. The rollout is
  /// beside that of the newest alone, so that the definition of a version can be sent back.
  private func read(_ exchange: Exchange) throws(Problem) {
    let entry = try apps.entry(for: exchange)
    var definition = entry.definition ?? Self.description(of: entry.app)
    if try exchange.appVersion() == nil, let rollout = catalogue.rollout(of: entry.app.name),
      let end = definition.lastIndex(of: UInt8(ascii: "}"))
    {
      definition.insert(contentsOf: Array(",\"rollout\":".utf8) + rollout.text, at: end)
    }
    exchange.send(json: definition)
  }

  /// The description of a compiled app.
  private static func description(of app: App) -> [UInt8] {
    let routes = app.routes.keys.sorted().map(JSONValue.string)
    var description: JSONObject = [
      "app": .string(app.name), "version": .integer(Int64(app.version)), "compiled": true, "routes": .array(routes),
    ]
    description.append(app.metadata)
    return JSONValue.object(description).bytes
  }
}

extension JSONObject {
  fileprivate mutating func append(_ metadata: AppMetadata) {
    self["title"] = metadata.title.map(JSONValue.string)
    self["description"] = metadata.description.map(JSONValue.string)
    self["device"] = metadata.device.map { .string($0.rawValue) }
  }
}

extension Operation {
  static let listApps = Operation(
    "listApps", "List the apps",
    answers: .json(200, .ref("Apps"), "Sorted by name"))

  static let readApp = Operation(
    "readApp", "Read the definition of an app",
    query: [.version],
    answers: .json(200, .ref("App"), "The definition as it was sent; for a compiled app, its routes"),
    problems: ProblemKind.appReading)

  static let defineApp = Operation(
    "defineApp", "Define a version of an app", "Sending the same definition again changes nothing.",
    body: Operation.Body(.ref("Definition"), example: exampleDefinition),
    answers: .json(200, .ref("Definition"), "It already exists"), .json(201, .ref("Definition"), "It was created"),
    problems: [
      "app-is-compiled", "definition-in-progress", "version-taken", "bad-definition", "too-many-definitions",
      "quarantined",
    ])

  static let withdrawApp = Operation(
    "withdrawApp", "Withdraw an app or one version of it",
    "New sessions cannot use it. Existing sessions remain.",
    query: [.version],
    answers: .empty(204, "It was withdrawn"),
    problems: ProblemKind.appReading + ["app-is-compiled", "definition-in-progress", "version-in-rollout"])

  static let readRollout = Operation(
    "readRollout", "Read which versions new sessions get",
    answers: .json(200, .ref("Rollout"), "The rollout"),
    problems: ProblemKind.appReading + ["no-such-rollout"])

  static let setRollout = Operation(
    "setRollout", "Give new sessions a version, and a share of them another one",
    "A hash of the app, `next` and the session's key decides: the same key always falls the same way, and a greater "
      + "`percent` only adds sessions. Sessions without a key, or all with `by` \"session\", fall by their id.",
    body: Operation.Body(
      .request(
        ["current": .integer(from: 1)],
        optional: [
          "next": .integer(from: 1), "percent": .percent, "by": .oneOf(["key", "session"]),
        ]),
      example: ["current": 3, "next": 4, "percent": 5]),
    answers: .json(200, .ref("Rollout"), "The rollout"),
    problems: ["no-such-app", "missing-member", "bad-member", "definition-in-progress"])

  static let removeRollout = Operation(
    "removeRollout", "Give new sessions the newest version again",
    answers: .empty(204, "It was removed"),
    problems: ["no-such-rollout", "definition-in-progress"])

  private static let exampleDefinition: JSONValue = [
    "app": "shop", "version": 1, "root": ["kind": "stack", "routes": ["home", "item"]],
    "routes": ["home": ["path": "/home"], "item": ["params": ["id": "string"], "path": "/items/:id"]],
  ]
}
