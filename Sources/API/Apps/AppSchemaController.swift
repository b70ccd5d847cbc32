import HTTP
import JSON
import Navigation

/// Describes apps: their actions as a JSON Schema, and their screens as a graph.
struct AppSchemaController: Controller {
  let apps: AppLookup

  var routes: [ControllerRoute] {
    [
      ControllerRoute(
        .get, "/v1/apps/{app}/schema", .app, scopes: .readingApps, content: .schema, alternatives: [.json],
        Documentation.readSchema, readSchema),
      ControllerRoute(
        .get, "/v1/apps/{app}/graph", .app, scopes: .readingApps, alternatives: [.mermaid, .text],
        Documentation.readGraph, readGraph),
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
}
