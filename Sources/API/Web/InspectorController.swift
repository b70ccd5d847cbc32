import HTTP

/// Serves the inspector's page and files. They are public; the data they show is requested with a token.
struct InspectorController: Controller {
  private let folder = WebFolder.inspector

  var routes: [ControllerRoute] {
    [
      ControllerRoute(.get, "/ui", .everybody, content: .file, Documentation.redirect, folder.redirect),
      ControllerRoute(.get, "/ui/", .everybody, content: .html, Documentation.readPage, readPage),
      ControllerRoute(.get, "/ui/{file}", .everybody, content: .file, Documentation.readFile, readFile),
    ]
  }

  /// `GET /ui/`
  private func readPage(_ exchange: Exchange) throws(Problem) { try folder.send("index.html", exchange) }

  /// `GET /ui/{file}`
  private func readFile(_ exchange: Exchange) throws(Problem) {
    try folder.send(exchange.parameters["file", exchange.request] ?? "", exchange)
  }
}
