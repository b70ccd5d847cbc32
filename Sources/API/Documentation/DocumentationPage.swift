import HTTP
import JSON

/// The table of routes as an HTML page, by task.
struct DocumentationPage {
  let routes: [HTTP.Route<Endpoint>]

  var html: String {
    let sections = DocumentationTask.allCases.map { (task: $0, routes: routes(of: $0)) }.filter { !$0.routes.isEmpty }
    return Page.html(
      "API", header: Self.languages, navigation: sections.map { Self.links($0.task, $0.routes) }.joined() + Self.last,
      Self.introduction + sections.map { Self.section($0.task, $0.routes) }.joined() + Self.objects + Self.problems)
  }

  /// The routes of a task; the one with its main operation precedes the others.
  private func routes(of task: DocumentationTask) -> [HTTP.Route<Endpoint>] {
    let all = routes.filter { DocumentationTask(of: $0.template) == task }
    let isMain = { (route: HTTP.Route<Endpoint>) in route.endpoint.operation.id == task.mainOperation }
    return all.filter(isMain) + all.filter { !isMain($0) }
  }

  /// The choice of the language of the examples. The style sheet hides the other one.
  private static let languages =
    "<fieldset><legend>Examples</legend>"
    + "<label><input type=\"radio\" name=\"language\" id=\"in-curl\" checked>curl</label>"
    + "<label><input type=\"radio\" name=\"language\" id=\"in-javascript\">JavaScript</label></fieldset>"

  private static let introduction =
    "<h1>Navstate API</h1><p class=\"lead\">Requests and responses are JSON; errors are problem documents (RFC 9457). "
    + "<a href=\"#createSession\">Create a session</a>, <a href=\"#act\">send it an action</a>, and "
    + "<a href=\"#listen\">follow it</a> from other devices. "
    + "For programs: <a href=\"/openapi.json\">/openapi.json</a>.</p>"
    + "<p>In the examples, <code>N</code> is the address of this server, <code>ID</code> the id of a session, and "
    + "<code>TOKEN</code> a token, which is needed only if the server requires tokens.</p>"

  private static func links(_ task: DocumentationTask, _ routes: [HTTP.Route<Endpoint>]) -> String {
    let items = routes.map { route in
      let operation = route.endpoint.operation
      let name = operation.summary.replacing(/^Sends the action (?=`)/, with: "")
      return "<li><a href=\"#\(operation.id)\">\(Page.text(name))</a></li>"
    }
    return "<a href=\"#\(task.rawValue)\">\(task.title)</a><ul>\(items.joined())</ul>"
  }

  private static let last = "<a href=\"#objects\">Objects</a><a href=\"#problems\">Problems</a>"

  private static func section(_ task: DocumentationTask, _ routes: [HTTP.Route<Endpoint>]) -> String {
    "<section><h2 id=\"\(task.rawValue)\">\(task.title)</h2><p class=\"lead\">\(Page.text(task.detail))</p>"
      + routes.map(operation).joined() + "</section>"
  }

  private static var problems: String {
    "<section><h2 id=\"problems\">Problems</h2>"
      + ProblemKind.areas.map { area in
        let rows = area.kinds.map { kind in
          "<tr><th><a href=\"/problems/\(kind.code)\"><code>\(kind.code)</code></a></th>"
            + "<td>\(kind.statuses.map(String.init).joined(separator: ", "))</td>"
            + "<td>\(Page.text(kind.meaning)) \(Page.text(kind.remedy))</td></tr>"
        }
        return "<h3>\(area.title)</h3><table>\(rows.joined())</table>"
      }.joined() + "</section>"
  }
}
