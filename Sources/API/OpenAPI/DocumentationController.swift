import Support
import JSON
import Schemas
import Sessions

/// Serves the documentation of the API: the OpenAPI document, the explanations of problems, and pages that show both.
struct DocumentationController: Controller {
  let catalogue: AppCatalogue
  let document: OpenAPIDocument
  /// Whether the document includes defined apps. If tokens are required, only the admin may list these.
  let namesDefinedApps: Bool

  var routes: [ControllerRoute] {
    [
      ControllerRoute(.get, "/openapi.json", .open, .readDocument, readOpenAPI),
      ControllerRoute(.get, "/schemas/app.json", .open, .readAppSchema, readAppSchema),
      ControllerRoute(.get, "/docs", .open, content: .html, .readPage, readPage),
      ControllerRoute(.get, "/llms.txt", .open, content: .text, .readOverview, readOverview),
      ControllerRoute(.get, "/docs/{file}", .open, content: .file, .readPageFile, readFile),
      ControllerRoute(
        .get, "/problems/{code}", .open, alternatives: [.html], .readProblem, readProblem),
    ]
  }

  /// Loaded with the first request.
  private var folder: WebFolder { .documentation }

  /// `GET /openapi.json`
  private func readOpenAPI(_ exchange: Exchange) throws(Problem) {
    let condition = try exchange.ifNoneMatch()
    let rendered = document.read(at: catalogue.revision) {
      catalogue.newest.filter { namesDefinedApps || $0.definition == nil }.map(\.app)
    }
    exchange.send(file: rendered.bytes, tag: rendered.tag, as: .json, policy: nil, unless: condition)
  }

  /// `GET /docs`
  private func readPage(_ exchange: Exchange) throws(Problem) { try folder.send("index.html", exchange) }

  /// `GET /docs/{file}`
  private func readFile(_ exchange: Exchange) throws(Problem) {
    try folder.send(exchange.parameters["file", exchange.request] ?? "", exchange)
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

  /// `GET /problems/{code}`
  private func readProblem(_ exchange: Exchange) throws(Problem) {
    let code = exchange.parameters["code", exchange.request] ?? ""
    guard let kind = ProblemKind[code] else {
      throw Problem(
        404, "no-such-problem", "No problem has the code \"\(code.prefix(80))\"; `/docs` lists all codes.")
    }
    let request = exchange.request
    if request.quality(of: "text", "html") > request.quality(of: "application", "json") {
      return try folder.send("problem.html", exchange, varyingBy: "Accept")
    }
    let bytes = JSONValue.object(kind.json).bytes
    exchange.send(
      file: bytes, tag: String(SHA256.hash(bytes).hexadecimal.prefix(32)), as: .json, policy: nil, varyingBy: "Accept",
      unless: try exchange.ifNoneMatch())
  }
}

extension Operation {
  static let readDocument = Operation(
    "readDocument", "Read this document", "Generated from the routes and the apps of the server.",
    fields: [.anyTag],
    answers: .json(200, .open, "OpenAPI 3.1", fields: ["ETag"]), .notModified)

  static let readAppSchema = Operation(
    "readAppSchema", "Read the JSON Schema of app definitions",
    "With `$schema` in a definition, editors complete and check it.",
    fields: [.anyTag],
    answers: .json(200, .open, "JSON Schema (2020-12)", fields: ["ETag"]), .notModified)

  static let readPage = page("readPage", "Read the page that shows this document")

  static let readOverview = Operation(
    "readOverview", "Read an overview for language models",
    "In the form that llmstxt.org describes: the essential requests, and where to read more.",
    fields: [.anyTag],
    answers: .content(.text, "The overview", fields: ["ETag"]), .notModified)

  static let readPageFile = file(
    "readPageFile", "Read a file of the pages of the documentation", [.html, .css, .javaScript])

  static let readProblem = Operation(
    "readProblem", "Explain a problem", "With `Accept: text/html`, the response is a page that shows it.",
    fields: [.anyTag],
    answers: Operation.Reply(
      status: 200, detail: "The explanation", contents: [(.json, .ref("ProblemKind")), (.html, .string)]),
    .notModified,
    problems: ["no-such-problem"])
}
