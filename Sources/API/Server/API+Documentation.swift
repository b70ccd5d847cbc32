import HTTP
import JSON
import Navigation
import Sessions

extension API {
  /// `GET /openapi.json` and `GET /docs`
  func readDocument(_ kind: Documents.Kind, _ exchange: Exchange) throws(Problem) {
    let condition = try exchange.ifNoneMatch()
    // Where tokens are required, only the admin may list the defined apps: the document names the built-in ones alone.
    let document = documents.read(kind, at: catalogue.revision) {
      catalogue.newest.filter { !configuration.requiresToken || $0.definition == nil }.map(\.app)
    }
    let isKnown = condition?.matchesWeakly(EntityTag(document.tag)) ?? false
    var response = isKnown ? Response.empty(304) : Response(status: 200, body: document.bytes)
    if !isKnown { response.fields.append(kind == .page ? .html : .json) }
    if kind == .page { response.fields.append(policy: Page.policy) }
    response.fields.append("ETag", "\"\(document.tag)\"")
    // Browsers revalidate each time, mostly with a 304.
    response.fields.append("Cache-Control", "no-cache")
    exchange.send(response)
  }

  /// `GET /docs/style.css`
  func readStyle(_ exchange: Exchange) {
    var response = Response(status: 200, body: Array(Page.style.utf8))
    response.fields.append(.css)
    response.fields.append(policy: Page.policy)
    exchange.send(response)
  }

  /// `GET /problems/{code}`
  func readProblem(_ exchange: Exchange) throws(Problem) {
    let code = exchange.parameters["code", exchange.request] ?? ""
    guard let kind = ProblemKind[code] else {
      throw Problem(
        404, "no-such-problem", "There is no problem \"\(code.prefix(80))\"; `/docs` lists those that there are.")
    }
    let wantsPage = exchange.request.quality(of: "text", "html") > exchange.request.quality(of: "application", "json")
    var response = Response(status: 200, body: wantsPage ? Array(kind.html.utf8) : JSONValue.object(kind.json).bytes)
    response.fields.append(wantsPage ? .html : .json)
    if wantsPage { response.fields.append(policy: Page.policy) }
    response.fields.append("Vary", "Accept")
    exchange.send(response)
  }

  /// `GET /v1/apps/{app}/schema`
  func readSchema(_ exchange: Exchange) throws(Problem) {
    let (name, version) = (exchange.appName, try exchange.appVersion())
    guard let entry = catalogue.entry(name, version: version) else {
      throw noSuchApp(name, version: version, for: exchange.caller)
    }
    let request = exchange.request
    let isNamed = request.quality(of: "application", "schema+json") >= request.quality(of: "application", "json")
    var response = Response(status: 200, body: JSONValue.object(entry.app.schema).bytes)
    response.fields.append(isNamed ? .schema : .json)
    response.fields.append("Vary", "Accept")
    exchange.send(response)
  }
}

extension API {
  /// `GET /v1/apps/{app}/graph`
  func readGraph(_ exchange: Exchange) throws(Problem) {
    let (name, version) = (exchange.appName, try exchange.appVersion())
    guard let app = catalogue.entry(name, version: version)?.app else {
      throw noSuchApp(name, version: version, for: exchange.caller)
    }
    let graph = AppGraph(of: app)
    let content = exchange.request.preferred(among: [.json, .mermaid, .text])
    let isDiagram = content != .json
    let body = isDiagram ? Array(graph.mermaid.utf8) : JSONValue.object(graph.json(of: app)).bytes
    var response = Response(status: 200, body: body)
    response.fields.append(content)
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

extension ProblemKind {
  var json: JSONObject {
    [
      "code": .string(code), "title": .string(title), "statuses": .array(statuses.map { .integer(Int64($0)) }),
      "meaning": .string(meaning), "remedy": .string(remedy),
    ]
  }

  var html: String {
    let statuses = statuses.map(String.init).joined(separator: " or ")
    return Page.html(
      title,
      "<h1>\(Page.text(title))</h1><p><code>\(code)</code>, answered with \(statuses)</p>"
        + "<p>\(Page.text(meaning))</p><p>\(Page.text(remedy))</p><p><a href=\"/docs#problems\">All problems</a></p>")
  }
}
