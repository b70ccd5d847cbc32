import HTTP
import JSON

/// The table of routes as an HTML page.
struct DocumentationPage {
  let routes: [HTTP.Route<Endpoint>]

  var html: String {
    let tags = routes.map { OpenAPI.tag(of: $0.template) }
    let names = tags.enumerated().filter { !tags[..<$0].contains($1) }.map(\.element)
    let links = (names + ["problems"]).map { "<li><a href=\"#\($0)\">\($0)</a></li>" }.joined()
    let sections = names.map { name in
      "<h2 id=\"\(name)\">\(name)</h2>"
        + routes.filter { OpenAPI.tag(of: $0.template) == name }.map(Self.section).joined()
    }
    return Page.html(
      "API",
      "<h1>Navstate</h1><p>For programs: <a href=\"/openapi.json\">/openapi.json</a>. Requests and responses are JSON. "
        + "Errors are problem documents (RFC 9457).</p><nav><ul>\(links)</ul></nav>" + sections.joined() + Self.problems
    )
  }

  private static func section(_ route: HTTP.Route<Endpoint>) -> String {
    let operation = route.endpoint.operation
    let rows =
      OpenAPI.names(in: route.template).map { row(.inPath($0), "path") } + operation.query.map { row($0, "query") }
      + operation.fields.map { row($0, "header") }
    let answers = operation.answers.map { "<li>\($0.status): \(Page.text($0.detail))</li>" }.joined()
    let codes = ProblemKind.possible(at: route.endpoint)
      .map { "<a href=\"/problems/\($0.code)\">\($0.code)</a>" }.joined(separator: ", ")
    return "<h3 id=\"\(operation.id)\"><code>\(route.method.rawValue) \(route.template)</code></h3>"
      + "<p>\(Page.text(operation.summary)). \(Page.text(operation.detail)) \(token(route.endpoint.access))</p>"
      + (rows.isEmpty ? "" : "<table>\(rows.joined())</table>") + (operation.body.map(body) ?? "")
      + "<ul>\(answers)</ul>" + (codes.isEmpty ? "" : "<p>Problems: \(codes)</p>")
  }

  private static func row(_ parameter: Operation.Parameter, _ place: String) -> String {
    "<tr><th><code>\(parameter.name)</code></th><td>\(place)\(parameter.isRequired ? "" : ", optional")</td>"
      + "<td>\(Page.text(parameter.detail))</td></tr>"
  }

  private static func token(_ access: Endpoint.Access) -> String {
    switch access {
    case .everybody: ""
    case .session: "Token: the session's, or the admin's."
    case .listening: "Token: the session's, or the admin's; or a ticket."
    case .creation, .app: "Token: a key of the app, or the admin's."
    case .admin: "Token: the admin's."
    }
  }

  private static func body(_ body: Operation.Body) -> String {
    let example = body.example.map { "<pre>\(Page.escaped($0.text))</pre>" } ?? ""
    return "<p>Body\(body.isRequired ? "" : ", optional"): <code>\(body.content.name)</code></p>\(example)"
  }

  private static var problems: String {
    "<h2 id=\"problems\">problems</h2>"
      + ProblemKind.areas.map { area in
        let rows = area.kinds.map { kind in
          "<tr><th><a href=\"/problems/\(kind.code)\"><code>\(kind.code)</code></a></th>"
            + "<td>\(kind.statuses.map(String.init).joined(separator: ", "))</td>"
            + "<td>\(Page.text(kind.meaning)) \(Page.text(kind.remedy))</td></tr>"
        }
        return "<h3>\(area.title)</h3><table>\(rows.joined())</table>"
      }.joined()
  }
}
