import HTTP
import JSON
import Navigation
import Sessions

/// Lists, defines and withdraws apps.
struct AppController: Controller {
  let catalogue: AppCatalogue
  let journal: any Journal
  let apps: AppLookup
  let definitions: RunningDefinitions
  /// Milliseconds since 1970.
  let now: @Sendable () -> Int64

  var routes: [ControllerRoute] {
    [
      ControllerRoute(.get, "/v1/apps", .admin, Documentation.list, list),
      ControllerRoute(.get, "/v1/apps/{app}", .admin, Documentation.read, read),
      ControllerRoute(.put, "/v1/apps/{app}", .admin, Documentation.define, define),
      ControllerRoute(.delete, "/v1/apps/{app}", .admin, Documentation.withdraw, withdraw),
    ]
  }

  /// `GET /v1/apps`
  private func list(_ exchange: Exchange) {
    let items = catalogue.newest.map { entry -> JSONValue in
      let versions = catalogue.versions(of: entry.app.name).map { JSONValue.integer(Int64($0)) }
      return [
        "app": .string(entry.app.name), "version": .integer(Int64(entry.app.version)), "versions": .array(versions),
        "compiled": .bool(entry.definition == nil),
      ]
    }
    exchange.send(json: Array(JSONValue.object(["items": .array(items)]).text.utf8))
  }

  /// `GET /v1/apps/{app}`: the definition of the newest or the requested version, as it was received.
  private func read(_ exchange: Exchange) throws(Problem) {
    let entry = try apps.entry(for: exchange)
    exchange.send(json: entry.definition ?? Self.description(of: entry.app))
  }

  /// The description of a compiled app.
  private static func description(of app: App) -> [UInt8] {
    let routes = app.routes.keys.sorted().map(JSONValue.string)
    let description: JSONObject = [
      "app": .string(app.name), "version": .integer(Int64(app.version)), "compiled": true, "routes": .array(routes),
    ]
    return Array(JSONValue.object(description).text.utf8)
  }
}
