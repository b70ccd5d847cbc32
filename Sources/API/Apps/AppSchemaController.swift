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
    send(JSONValue.object(AppSchema(of: app).json).bytes, as: isNamed ? .schema : .json, exchange)
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
    send(isDiagram ? Array(graph.mermaid.utf8) : JSONValue.object(graph.json(of: app)).bytes, as: content, exchange)
  }

  private func send(_ body: [UInt8], as content: Endpoint.Content, _ exchange: Exchange) {
    var response = Response(body, as: content)
    response.fields.append("Vary", "Accept")
    exchange.send(response)
  }
}

extension Request {
  /// The content with the highest quality in `Accept`; the first one on a tie.
  fileprivate func preferred(among contents: [Endpoint.Content]) -> Endpoint.Content {
    var best = contents[0]
    for content in contents.dropFirst()
    where quality(of: content.type, content.subtype) > quality(of: best.type, best.subtype) { best = content }
    return best
  }
}
