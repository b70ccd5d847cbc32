import HTTP
import JSON

// An operation: its description on the left, its examples on the right.
extension DocumentationPage {
  static func operation(_ route: HTTP.Route<Endpoint>) -> String {
    let operation = route.endpoint.operation
    let example = RequestExample(route)
    let detail = [operation.detail, token(route.endpoint.access)].filter { !$0.isEmpty }.joined(separator: " ")
    return
      "<article id=\"\(operation.id)\"><div><h3><a href=\"#\(operation.id)\">\(Page.text(operation.summary))</a></h3>"
      + "<p class=\"path\"><code>\(route.method.rawValue) \(route.template)</code></p>"
      + (detail.isEmpty ? "" : "<p>\(Page.text(detail))</p>") + parameters(route) + body(operation) + answers(operation)
      + problems(route.endpoint) + "</div><div class=\"example\">"
      + code(example.curl, "curl") + code(example.javaScript, "javascript") + "</div></article>"
  }

  private static func code(_ text: String, _ language: String) -> String {
    "<pre class=\"\(language)\"><code>\(Page.escaped(text))</code></pre>"
  }

  private static func parameters(_ route: HTTP.Route<Endpoint>) -> String {
    let operation = route.endpoint.operation
    let rows =
      OpenAPI.names(in: route.template).map { row(.inPath($0), "path") } + operation.query.map { row($0, "query") }
      + operation.fields.map { row($0, "header") }
    return rows.isEmpty ? "" : "<table>\(rows.joined())</table>"
  }

  private static func row(_ parameter: Operation.Parameter, _ place: String) -> String {
    "<tr><th><code>\(parameter.name)</code></th><td>\(place)\(parameter.isRequired ? "" : ", optional")</td>"
      + "<td>\(Page.text(parameter.detail))</td></tr>"
  }

  private static func body(_ operation: Operation) -> String {
    operation.body.map { members(of: $0.schema, "Request, \($0.content.name)") } ?? ""
  }

  private static func answers(_ operation: Operation) -> String {
    let rows = operation.answers.map { answer in
      let bodies = answer.contents.map { content, schema in members(of: schema, content.name) }
      return "<tr><th>\(answer.status)</th><td>\(Page.text(answer.detail))\(bodies.joined())</td></tr>"
    }
    return "<table class=\"answers\">\(rows.joined())</table>"
  }

  private static func problems(_ endpoint: Endpoint) -> String {
    let kinds = ProblemKind.possible(at: endpoint)
    guard !kinds.isEmpty else { return "" }
    let links = kinds.map { "<a href=\"/problems/\($0.code)\">\($0.code)</a>" }.joined(separator: ", ")
    return "<details><summary>\(kinds.count) \(kinds.count == 1 ? "problem" : "problems")</summary>\(links)</details>"
  }

  private static func token(_ access: Endpoint.Access) -> String {
    switch access {
    case .open: ""
    case .session: "Token: the session's, or the admin's."
    case .listening: "Token: the session's, or the admin's; or a ticket."
    case .creation, .app: "Token: a key of the app, or the admin's."
    case .admin: "Token: the admin's."
    }
  }
}
