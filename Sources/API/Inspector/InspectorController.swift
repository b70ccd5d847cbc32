import HTTP

/// Serves the inspector's page and files. They are public; the data they show is requested with a token.
struct InspectorController: Controller {
  var routes: [ControllerRoute] {
    [
      ControllerRoute(.get, "/ui", .everybody, content: .file, Documentation.redirect, redirect),
      ControllerRoute(.get, "/ui/", .everybody, content: .html, Documentation.readPage, readPage),
      ControllerRoute(.get, "/ui/{file}", .everybody, content: .file, Documentation.readFile, readFile),
    ]
  }

  /// `GET /ui`: a relative redirect, since a proxy may serve this server below a path prefix.
  private func redirect(_ exchange: Exchange) {
    var response = Response.empty(308)
    response.fields.append("Location", "ui/")
    response.fields.append(policy: InspectorFile.policy)
    exchange.send(response)
  }

  /// `GET /ui/`
  private func readPage(_ exchange: Exchange) throws(Problem) { try read("index.html", exchange) }

  /// `GET /ui/{file}`
  private func readFile(_ exchange: Exchange) throws(Problem) {
    try read(exchange.parameters["file", exchange.request] ?? "", exchange)
  }

  private func read(_ name: String, _ exchange: Exchange) throws(Problem) {
    let condition = try exchange.ifNoneMatch()
    guard let file = InspectorFile[name] else {
      throw Problem(404, "no-such-file", "The inspector has no file \"\(name.prefix(80))\"; it begins at `/ui/`.")
    }
    exchange.send(
      file: file.bytes, tag: file.tag, as: file.content, policy: InspectorFile.policy, unless: condition)
  }
}
