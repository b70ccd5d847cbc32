import HTTP

extension API {
  /// The inspector's page and files. They are public; the data they show is requested with a token.
  static let inspectorRoutes: [HTTP.Route<Endpoint>] = [
    Route(
      .get, "/ui",
      Endpoint(
        .everybody, content: .file,
        Operation("findInspector", "Leads to the inspector", answers: .empty(308, "It is at `/ui/`"))
      ) { api, exchange in api.redirectToInspector(exchange) }),
    Route(
      .get, "/ui/",
      Endpoint(
        .everybody, content: .html,
        Operation(
          "readInspector", "The inspector: sessions, seen and used", fields: [.anyTag],
          answers: .content(.html, "The page", fields: ["ETag"]), .notModified)
      ) { api, exchange throws(Problem) in try api.readInspector("index.html", exchange) }),
    Route(
      .get, "/ui/{file}",
      Endpoint(
        .everybody, content: .file,
        Operation(
          "readInspectorFile", "A file of the inspector", fields: [.anyTag],
          answers: Operation.Reply(
            status: 200, detail: "The file",
            contents: [.html, .css, .javaScript, .svg].map { ($0, .string) }, fields: ["ETag"]),
          .notModified, problems: ProblemKind.named("no-such-file"))
      ) { api, exchange throws(Problem) in
        try api.readInspector(exchange.parameters["file", exchange.request] ?? "", exchange)
      }),
  ]
}
