import HTTP

extension API {
  static let healthRoutes: [HTTP.Route<Endpoint>] = [
    Route(
      .get, "/livez",
      Endpoint(
        .everybody,
        Operation("live", "Whether the process runs", answers: .json(200, .ref("Health"), "It runs and answers"))
      ) { api, exchange in api.live(exchange) }),
    Route(
      .get, "/readyz",
      Endpoint(
        .everybody,
        Operation(
          "ready", "Whether requests are to be sent here", answers: .json(200, .ref("Health"), "They are"),
          problems: ProblemKind.named("draining", "storage-unavailable"))
      ) { api, exchange in api.ready(exchange) }),
    Route(
      .get, "/metrics",
      Endpoint(
        .admin, content: .metrics,
        Operation(
          "readMetrics", "What the server does, in figures", "In Prometheus' text format.",
          answers: .content(.metrics, "The figures"))
      ) { api, exchange in api.readMetrics(exchange) }),
  ]

  static let adminRoutes: [HTTP.Route<Endpoint>] = [
    Route(
      .post, "/v1/admin/backups",
      Endpoint(
        .admin,
        Operation(
          "backUp", "Makes a backup, while the server goes on", "Takes no body: the server chooses the name.",
          answers: .json(
            201, .object(["name": .string, "size": .integer(from: 0), "createdAt": .timestamp]),
            "The file that was made"),
          problems: ProblemKind.storage
            + ProblemKind.named("unexpected-content", "backup-in-progress", "backup-takes-long"))
      ) { api, exchange throws(Problem) in try api.backUp(exchange) })
  ]

  /// The routes for the documentation.
  static let documentRoutes: [HTTP.Route<Endpoint>] = [
    Route(
      .get, "/openapi.json",
      Endpoint(
        .everybody,
        Operation(
          "readDocument", "This document", "Made from the table of routes, and from the apps that there are.",
          fields: [.anyTag], answers: .json(200, .open, "OpenAPI 3.1", fields: ["ETag"]), .notModified)
      ) { api, exchange throws(Problem) in try api.readDocument(.openAPI, exchange) }),
    Route(
      .get, "/docs",
      Endpoint(
        .everybody, content: .html,
        Operation(
          "readPage", "This document as a page", fields: [.anyTag],
          answers: .content(.html, "The page", fields: ["ETag"]), .notModified)
      ) { api, exchange throws(Problem) in try api.readDocument(.page, exchange) }),
    Route(
      .get, "/docs/style.css",
      Endpoint(
        .everybody, content: .css,
        Operation("readStyle", "How the pages look", answers: .content(.css, "A style sheet"))
      ) { api, exchange in api.readStyle(exchange) }),
    Route(
      .get, "/problems/{code}",
      Endpoint(
        .everybody, alternatives: [.html],
        Operation(
          "readProblem", "What a problem is, and what would help", "As a page for those who like `text/html` best.",
          answers: Operation.Reply(
            status: 200, detail: "The explanation", contents: [(.json, .ref("ProblemKind")), (.html, .string)]),
          problems: ProblemKind.named("no-such-problem"))
      ) { api, exchange throws(Problem) in try api.readProblem(exchange) }),
  ]
}
