import HTTP
import JSON
import Navigation
import Sessions
import Support

/// Lists, defines and withdraws apps.
struct AppController: Controller {
  let catalogue: AppCatalogue
  let journal: any Journal
  let apps: AppLookup
  let definitions: RunningDefinitions
  let now: WallClock

  var routes: [ControllerRoute] {
    [
      ControllerRoute(.get, "/v1/apps", .admin, scopes: .readingApps, Documentation.list, list),
      ControllerRoute(.get, "/v1/apps/{app}", .admin, scopes: .readingApps, Documentation.read, read),
      ControllerRoute(.put, "/v1/apps/{app}", .admin, scopes: .changingApps, Documentation.define, define),
      ControllerRoute(.delete, "/v1/apps/{app}", .admin, scopes: .changingApps, Documentation.withdraw, withdraw),
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
    exchange.send(json: Array(JSONValue.object(["items": .array(items)]).text.utf8))
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
    return Array(JSONValue.object(description).text.utf8)
  }
}

extension JSONObject {
  fileprivate mutating func append(_ metadata: AppMetadata) {
    self["title"] = metadata.title.map(JSONValue.string)
    self["description"] = metadata.description.map(JSONValue.string)
    self["device"] = metadata.device.map { .string($0.rawValue) }
  }
}
