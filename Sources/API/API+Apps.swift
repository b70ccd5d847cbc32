import HTTP
import JSON
import Navigation
import Sessions

extension API {
  /// `GET /v1/apps`
  func listApps(_ exchange: Exchange) {
    let items = catalogue.newest.map { entry -> JSONValue in
      let versions = catalogue.versions(of: entry.app.name).map { JSONValue.integer(Int64($0)) }
      return [
        "app": .string(entry.app.name), "version": .integer(Int64(entry.app.version)), "versions": .array(versions),
        "compiled": .bool(entry.definition == nil),
      ]
    }
    exchange.send(json: Array(JSONValue.object(["items": .array(items)]).text.utf8))
  }

  /// `GET /v1/apps/{app}`: the definition of the newest version, or of the one that is asked for, as it was given.
  func readApp(_ exchange: Exchange) throws(Problem) {
    let (name, version) = (exchange.appName, try exchange.appVersion())
    guard let entry = catalogue.entry(name, version: version) else { throw noSuchApp(name, version: version) }
    exchange.send(json: entry.definition ?? Self.description(of: entry.app))
  }

  /// 404 for what is not offered, whether it never was or was withdrawn.
  func noSuchApp(_ name: String, version: Int?) -> Problem {
    let versions = catalogue.versions(of: name)
    let withdrawn = catalogue.isWithdrawn(name, version: version) ? " any more: it was withdrawn" : ""
    guard let version, !versions.isEmpty else {
      return Problem(404, "no-such-app", "There is no app \"\(name)\"\(withdrawn); there are \(knownApps).")
    }
    let list = versions.map(String.init).joined(separator: ", ")
    return Problem(404, "no-such-app", "There is no version \(version) of \"\(name)\"\(withdrawn); it has \(list).")
  }

  var knownApps: String { catalogue.newest.map { "\"\($0.app.name)\"" }.joined(separator: ", ") }

  /// What can be said of an app that was compiled.
  private static func description(of app: App) -> [UInt8] {
    let routes = app.routes.keys.sorted().map(JSONValue.string)
    let description: JSONObject = [
      "app": .string(app.name), "version": .integer(Int64(app.version)), "compiled": true, "routes": .array(routes),
    ]
    return Array(JSONValue.object(description).text.utf8)
  }
}

extension Exchange {
  /// The app that the path names.
  var appName: String { parameters["app", request] ?? "" }

  /// The version that the query names; nil: none.
  func appVersion() throws(Problem) -> Int? {
    guard try text("version") != nil else { return nil }
    return try integer("version", in: 1...Int.max, or: 1)
  }
}
