import JSON
import Navigation

/// Describes apps: their actions as a JSON Schema, their screens as a graph, and where their links lead.
struct AppSchemaController: Controller {
  let apps: AppLookup

  var routes: [ControllerRoute] {
    [
      ControllerRoute(
        .get, "/v1/apps/{app}/schema", .app, scopes: .readingApps, content: .schema, alternatives: [.json],
        .readSchema, readSchema),
      ControllerRoute(
        .get, "/v1/apps/{app}/graph", .app, scopes: .readingApps, alternatives: [.mermaid, .text],
        .readGraph, readGraph),
      ControllerRoute(.get, "/v1/apps/{app}/resolve", .app, scopes: .readingApps, .resolveLink, resolve),
    ]
  }

  /// `GET /v1/apps/{app}/schema`
  private func readSchema(_ exchange: Exchange) throws(Problem) {
    let app = try apps.entry(for: exchange).app
    let request = exchange.request
    let isNamed = request.quality(of: "application", "schema+json") >= request.quality(of: "application", "json")
    exchange.send(JSONValue.object(AppSchema(of: app).json).bytes, asPreferred: isNamed ? .schema : .json)
  }

  /// `GET /v1/apps/{app}/graph`
  private func readGraph(_ exchange: Exchange) throws(Problem) {
    let app = try apps.entry(for: exchange).app
    guard AppGraph.isBounded(app) else {
      throw Problem(
        422, "graph-too-large",
        "The graph of `\(app.name)` exceeds the limit of \(AppGraph.mostItems) edges and conditions. Restrict it with `routes` of "
          + "containers and `to` of routes.")
    }
    let graph = AppGraph(of: app, showsExpressions: exchange.seesDefinition)
    let content = exchange.request.preferred(among: [.json, .mermaid, .text])
    let isDiagram = content != .json
    exchange.send(
      isDiagram ? Array(graph.mermaid.utf8) : JSONValue.object(graph.json(of: app)).bytes, asPreferred: content)
  }

  /// `GET /v1/apps/{app}/resolve?url=&version=`: the initial navigation of a session created with that link.
  private func resolve(_ exchange: Exchange) throws(Problem) {
    let app = try apps.entry(for: exchange).app
    guard let url = try exchange.text("url") else {
      throw Problem(400, "missing-parameter", "`url` is required: a link of the app, percent-encoded.")
    }
    var json = JSONWriter()
    do throws(ActionError) {
      try app.start(url: url).root.write(to: &json)
    } catch {
      throw Problem(error, isExplained: exchange.seesDefinition)
    }
    exchange.send(json: json.bytes)
  }
}

extension Operation {
  static let readSchema = Operation(
    "readSchema", "Read the schema of an app's actions and screens",
    "A JSON Schema (2020-12) of the actions. Routes, params and states are in `$defs`.",
    query: [.version],
    answers: Operation.Reply(status: 200, detail: "The schema", contents: [(.schema, .open), (.json, .open)]),
    problems: ProblemKind.appReading + ["quarantined"])

  static let readGraph = Operation(
    "readGraph", "Read the screens of an app and the transitions between them",
    "With `Accept: text/vnd.mermaid` or `text/plain`, the response is a Mermaid flowchart.",
    query: [.version],
    answers: Operation.Reply(
      status: 200, detail: "The graph", contents: [(.json, .ref("Graph")), (.mermaid, .string), (.text, .string)]),
    problems: ProblemKind.appReading + ["quarantined", "graph-too-large"])

  static let resolveLink = Operation(
    "resolveLink", "Resolve a link of an app",
    query: [.init("url", .string, "A link of the app", required: true, example: "/home"), .version],
    answers: .json(
      200, .ref("Container"),
      "The navigation of a session created with the link. Guards are not evaluated"),
    problems: ProblemKind.appReading + ["missing-parameter", "quarantined"] + ProblemKind.reduction)
}
