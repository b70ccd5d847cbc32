import HTTP
import JSON
import Webhooks

extension API {
  static let appRoutes: [HTTP.Route<Endpoint>] = [
    Route(
      .get, "/v1/apps",
      Endpoint(
        .admin,
        Operation(
          "listApps", "The apps that sessions can be made of", answers: .json(200, .ref("Apps"), "By name"))
      ) { api, exchange in api.listApps(exchange) }),
    Route(
      .get, "/v1/apps/{app}",
      Endpoint(
        .admin,
        Operation(
          "readApp", "The definition of an app, as it was given", query: [.version],
          answers: .json(200, .ref("App"), "The definition, or what can be said of an app that was compiled"),
          problems: appReading)
      ) { api, exchange throws(Problem) in try api.readApp(exchange) }),
    Route(
      .put, "/v1/apps/{app}",
      Endpoint(
        .admin,
        Operation(
          "defineApp", "Defines a version of an app", "The same definition again changes nothing.",
          body: Operation.Body(.ref("Definition"), example: Example.definition),
          answers: .json(200, .ref("Definition"), "It was there"), .json(201, .ref("Definition"), "It is new"),
          problems: ProblemKind.body + ProblemKind.storage
            + ProblemKind.named(
              "app-is-compiled", "definition-in-progress", "version-taken", "bad-definition", "too-many-definitions"))
      ) { api, exchange throws(Problem) in try api.defineApp(exchange) }),
    Route(
      .delete, "/v1/apps/{app}",
      Endpoint(
        .admin,
        Operation(
          "withdrawApp", "Withdraws an app, or one version of it",
          "No session is made of it any more; those that are there go on.", query: [.version],
          answers: .empty(204, "It is withdrawn"),
          problems: appReading + ProblemKind.storage + ProblemKind.named("app-is-compiled", "definition-in-progress"))
      ) { api, exchange throws(Problem) in try api.withdrawApp(exchange) }),
    Route(
      .get, "/v1/apps/{app}/resolve",
      Endpoint(
        .app,
        Operation(
          "resolveLink", "The navigation that a link leads to",
          query: [
            .init("url", .string, "A link of the app", required: true, example: "/home"), .version,
          ],
          answers: .json(200, .ref("Container"), "What a session has that begins with that link"),
          problems: appReading
            + ProblemKind.named("missing-parameter", "no-such-link", "url-too-long", "bad-params", "route-not-taken"))
      ) { api, exchange throws(Problem) in try api.resolveLink(exchange) }),
    Route(
      .get, "/v1/apps/{app}/schema",
      Endpoint(
        .app, content: .schema, alternatives: [.json],
        Operation(
          "readSchema", "What can be done in an app, and what its screens are",
          "A JSON Schema (2020-12) of its actions; routes, params and states are in `$defs`.", query: [.version],
          answers: Operation.Reply(
            status: 200, detail: "The schema", contents: [(.schema, .open), (.json, .open)]),
          problems: appReading)
      ) { api, exchange throws(Problem) in try api.readSchema(exchange) }),
    Route(
      .get, "/v1/apps/{app}/graph",
      Endpoint(
        .app, alternatives: [.mermaid, .text],
        Operation(
          "readGraph", "The screens of an app, and the ways between them",
          "As a flowchart of Mermaid for those who like `text/vnd.mermaid` or `text/plain` best.", query: [.version],
          answers: Operation.Reply(
            status: 200, detail: "The graph",
            contents: [(.json, .ref("Graph")), (.mermaid, .string), (.text, .string)]),
          problems: appReading)
      ) { api, exchange throws(Problem) in try api.readGraph(exchange) }),
  ]

  private static let appReading = ProblemKind.named("no-such-app", "bad-parameter")

  static let webhookRoutes: [HTTP.Route<Endpoint>] = [
    Route(
      .get, "/v1/webhooks",
      Endpoint(
        .admin,
        Operation("listWebhooks", "The webhooks", answers: .json(200, .items(.ref("Webhook")), "By name"))
      ) { api, exchange in api.listWebhooks(exchange) }),
    Route(
      .get, "/v1/webhooks/{name}",
      Endpoint(
        .admin,
        Operation(
          "readWebhook", "A webhook, and how it is doing", answers: .json(200, .ref("Webhook"), "All but its secret"),
          problems: ProblemKind.named("no-such-webhook"))
      ) { api, exchange throws(Problem) in try api.readWebhook(exchange) }),
    Route(
      .put, "/v1/webhooks/{name}",
      Endpoint(
        .admin,
        Operation(
          "putWebhook", "Sets up a webhook", "The outputs of sessions are sent to it from then on.",
          body: Operation.Body(
            .object(
              ["url": .pattern(#"^https?://[a-z0-9.-]+(:[0-9]+)?(/[!-~]*)?$"#), "secret": .text(Secret.lengths)],
              optional: ["apps": .filter(.ref("Name")), "outputs": .filter(.text(1...128))]),
            example: ["url": "https://example.com/hooks", "secret": "0123456789abcdef"]),
          answers: .json(200, .ref("Webhook"), "It was there"), .json(201, .ref("Webhook"), "It is new"),
          problems: ProblemKind.body + ProblemKind.storage
            + ProblemKind.named("missing-member", "bad-member", "bad-webhook", "too-many-webhooks"))
      ) { api, exchange throws(Problem) in try api.putWebhook(exchange) }),
    Route(
      .delete, "/v1/webhooks/{name}",
      Endpoint(
        .admin,
        Operation(
          "removeWebhook", "Removes a webhook, with all that waits for it", answers: .empty(204, "It is gone"),
          problems: ProblemKind.storage + ProblemKind.named("no-such-webhook"))
      ) { api, exchange throws(Problem) in try api.removeWebhook(exchange) }),
    Route(
      .post, "/v1/webhooks/{name}/resume",
      Endpoint(
        .admin,
        Operation(
          "resumeWebhook", "Sends what has waited", answers: .json(200, .ref("Webhook"), "How it is doing"),
          problems: ProblemKind.storage + ProblemKind.named("no-such-webhook"))
      ) { api, exchange throws(Problem) in try api.resumeWebhook(exchange) }),
  ]
}

/// Valid request bodies for the documentation.
private enum Example {
  static let definition: JSONValue = [
    "app": "shop", "version": 1, "root": ["kind": "stack", "routes": ["home", "item"]],
    "routes": ["home": ["path": "/home"], "item": ["params": ["id": "string"], "path": "/items/:id"]],
  ]
}
