import Support
import HTTP
import JSON
import Navigation
import Schemas
import Sessions

/// Serves the documentation of the API: the OpenAPI document, its page and the explanations of problems.
struct DocumentationController: Controller {
  let catalogue: AppCatalogue
  let documents: Documents
  /// Whether the documents include defined apps. If tokens are required, only the admin may list these.
  let namesDefinedApps: Bool

  var routes: [ControllerRoute] {
    [
      ControllerRoute(.get, "/openapi.json", .open, Documentation.readOpenAPI, readOpenAPI),
      ControllerRoute(.get, "/schemas/app.json", .open, Documentation.readAppSchema, readAppSchema),
      ControllerRoute(.get, "/docs", .open, content: .html, Documentation.readPage, readPage),
      ControllerRoute(.get, "/llms.txt", .open, content: .text, Documentation.readOverview, readOverview),
      ControllerRoute(.get, "/docs/style.css", .open, content: .css, Documentation.readStyle, readStyle),
      ControllerRoute(
        .get, "/problems/{code}", .open, alternatives: [.html], Documentation.readProblem, readProblem),
    ]
  }

  /// `GET /openapi.json`
  private func readOpenAPI(_ exchange: Exchange) throws(Problem) { try read(.openAPI, exchange) }

  /// `GET /docs`
  private func readPage(_ exchange: Exchange) throws(Problem) { try read(.page, exchange) }

  private func read(_ kind: Documents.Kind, _ exchange: Exchange) throws(Problem) {
    let condition = try exchange.ifNoneMatch()
    let document = documents.read(kind, at: catalogue.revision) {
      catalogue.newest.filter { namesDefinedApps || $0.definition == nil }.map(\.app)
    }
    exchange.send(
      file: document.bytes, tag: document.tag, as: kind == .page ? .html : .json,
      policy: kind == .page ? Page.policy : nil, unless: condition)
  }

  /// `GET /schemas/app.json`
  private func readAppSchema(_ exchange: Exchange) throws(Problem) {
    exchange.send(
      file: appSchema, tag: Self.appSchemaTag, as: .json, policy: nil, unless: try exchange.ifNoneMatch())
  }

  /// The first 32 hexadecimal digits of the SHA-256 of the schema.
  private static let appSchemaTag = String(SHA256.hash(appSchema).hexadecimal.prefix(32))

  /// `GET /llms.txt`
  private func readOverview(_ exchange: Exchange) throws(Problem) {
    try WebFolder.documentation.send("llms.txt", exchange)
  }

  /// `GET /docs/style.css`
  private func readStyle(_ exchange: Exchange) {
    var response = Response(Array(Page.style.utf8), as: .css)
    response.fields.append(policy: Page.policy)
    exchange.send(response)
  }

  /// `GET /problems/{code}`
  private func readProblem(_ exchange: Exchange) throws(Problem) {
    let code = exchange.parameters["code", exchange.request] ?? ""
    guard let kind = ProblemKind[code] else {
      throw Problem(
        404, "no-such-problem", "No problem has the code \"\(code.prefix(80))\"; `/docs` lists all codes.")
    }
    let wantsPage = exchange.request.quality(of: "text", "html") > exchange.request.quality(of: "application", "json")
    var response = Response(
      wantsPage ? Array(kind.html.utf8) : JSONValue.object(kind.json).bytes, as: wantsPage ? .html : .json)
    if wantsPage { response.fields.append(policy: Page.policy) }
    response.fields.append("Vary", "Accept")
    exchange.send(response)
  }
}

extension ProblemKind {
  fileprivate var json: JSONObject {
    var json: JSONObject = [
      "code": .string(code), "title": .string(title), "statuses": .array(statuses.map { .integer(Int64($0)) }),
      "meaning": .string(meaning), "remedy": .string(remedy),
    ]
    if let canonical = Self.canonicalCode(of: code) { json["sameAs"] = .string(canonical) }
    return json
  }

  fileprivate var html: String {
    let statuses = statuses.map(String.init).joined(separator: " or ")
    let alias = Self.canonicalCode(of: code).map { ", the same as <a href=\"/problems/\($0)\"><code>\($0)</code></a>" }
    return Page.html(
      title,
      "<h1>\(Page.text(title))</h1><p><code>\(code)</code>, answered with \(statuses)\(alias ?? "")</p>"
        + "<p>\(Page.text(meaning))</p><p>\(Page.text(remedy))</p><p><a href=\"/docs#problems\">All problems</a></p>")
  }
}
