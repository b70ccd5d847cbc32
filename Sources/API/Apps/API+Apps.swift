import AppDefinitions
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

  /// `GET /v1/apps/{app}`: the definition of the newest or the requested version, as it was received.
  func readApp(_ exchange: Exchange) throws(Problem) {
    let (name, version) = (exchange.appName, try exchange.appVersion())
    guard let entry = catalogue.entry(name, version: version) else {
      throw noSuchApp(name, version: version, for: exchange.caller)
    }
    exchange.send(json: entry.definition ?? Self.description(of: entry.app))
  }

  /// A 404 for an app or version that never existed or was withdrawn.
  func noSuchApp(_ name: String, version: Int?, for caller: Caller) -> Problem {
    Problem(404, "no-such-app", absence(of: name, version: version, for: caller))
  }

  /// The error text for an unavailable app or version, with a list of the available ones.
  func absence(of name: String, version: Int?, for caller: Caller) -> String {
    let (versions, shown) = (catalogue.versions(of: name), name.prefix(80))
    let withdrawn = catalogue.isWithdrawn(name, version: version) ? " any more: it was withdrawn" : ""
    guard let version, !versions.isEmpty else {
      return "There is no app \"\(shown)\"\(withdrawn); there \(appNames(near: name, for: caller))."
    }
    let list = versions.suffix(Self.listedNames).map(String.init).joined(separator: ", ")
    let others = versions.count > Self.listedNames ? " and \(versions.count - Self.listedNames) earlier ones" : ""
    return "There is no version \(version) of \"\(shown)\"\(withdrawn); it has \(list)\(others)."
  }

  /// The apps that the caller may see, those with names similar to `name` first. An app key sees only its own app.
  private func appNames(near name: String, for caller: Caller) -> String {
    var names = catalogue.newest.map(\.app.name)
    if let key = caller.token { names = names.filter { $0 == appKeys.app(of: key) } }
    guard !names.isEmpty else { return "is none" }
    let nearest = Suggestions.nearestFirst(names, to: name).map { "\"\($0)\"" }
    return (names.count == 1 ? "is " : "are ") + Suggestions.list(nearest, atMost: Self.listedNames)
  }

  /// The maximum number of names in an answer: enough to choose from, and independent of the number of apps.
  private static let listedNames = 20

  /// The description of a compiled app.
  private static func description(of app: App) -> [UInt8] {
    let routes = app.routes.keys.sorted().map(JSONValue.string)
    let description: JSONObject = [
      "app": .string(app.name), "version": .integer(Int64(app.version)), "compiled": true, "routes": .array(routes),
    ]
    return Array(JSONValue.object(description).text.utf8)
  }
}

extension Exchange {
  /// The name of the app in the path.
  var appName: String { parameters["app", request] ?? "" }

  /// The version in the query; nil if absent.
  func appVersion() throws(Problem) -> Int? {
    guard try text("version") != nil else { return nil }
    return try integer("version", in: 1...Int.max, or: 1)
  }
}
