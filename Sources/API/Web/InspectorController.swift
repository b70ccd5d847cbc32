import HTTP

/// Serves the inspector's page and files. They are public; the data they show is requested with a token.
struct InspectorController: Controller {
  var routes: [ControllerRoute] {
    [
      ControllerRoute(.get, "/ui", .open, content: .file, Documentation.redirect, redirect),
      ControllerRoute(.get, "/ui/", .open, content: .html, Documentation.readPage, readPage),
      ControllerRoute(.get, "/ui/{file}", .open, content: .file, Documentation.readFile, readFile),
    ]
  }

  /// Loaded with the first request.
  private var folder: WebFolder { .inspector }

  /// `GET /ui`
  private func redirect(_ exchange: Exchange) { folder.redirect(exchange) }

  /// `GET /ui/`
  private func readPage(_ exchange: Exchange) throws(Problem) { try folder.send("index.html", exchange) }

  /// `GET /ui/{file}`
  private func readFile(_ exchange: Exchange) throws(Problem) {
    try folder.send(exchange.parameters["file", exchange.request] ?? "", exchange)
  }
}
