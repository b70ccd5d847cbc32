import HTTP
import Navigation

extension API {
  /// All that can be asked for.
  static let routes: [HTTP.Route<Endpoint>] =
    [
      Route(.get, "/livez", Endpoint(.everybody) { api, exchange in api.live(exchange) }),
      Route(.get, "/readyz", Endpoint(.everybody) { api, exchange in api.ready(exchange) }),
      Route(.get, "/metrics", Endpoint(.admin, content: .metrics) { api, exchange in api.readMetrics(exchange) }),

      Route(.get, "/v1/apps", Endpoint(.admin) { api, exchange in api.listApps(exchange) }),
      Route(
        .get, "/v1/apps/{app}",
        Endpoint(.admin, parameters: ["version"]) { api, exchange throws(Problem) in try api.readApp(exchange) }),
      Route(.put, "/v1/apps/{app}", Endpoint(.admin) { api, exchange throws(Problem) in try api.defineApp(exchange) }),
      Route(
        .delete, "/v1/apps/{app}",
        Endpoint(.admin, parameters: ["version"]) { api, exchange throws(Problem) in try api.withdrawApp(exchange) }),
      Route(
        .get, "/v1/apps/{app}/resolve",
        Endpoint(.admin, parameters: ["url", "version"]) { api, exchange throws(Problem) in
          try api.resolveLink(exchange)
        }),

      Route(.get, "/v1/webhooks", Endpoint(.admin) { api, exchange in api.listWebhooks(exchange) }),
      Route(
        .get, "/v1/webhooks/{name}",
        Endpoint(.admin) { api, exchange throws(Problem) in try api.readWebhook(exchange) }),
      Route(
        .put, "/v1/webhooks/{name}",
        Endpoint(.admin) { api, exchange throws(Problem) in try api.putWebhook(exchange) }),
      Route(
        .delete, "/v1/webhooks/{name}",
        Endpoint(.admin) { api, exchange throws(Problem) in try api.removeWebhook(exchange) }),
      Route(
        .post, "/v1/webhooks/{name}/resume",
        Endpoint(.admin) { api, exchange throws(Problem) in try api.resumeWebhook(exchange) }),

      Route(.post, "/v1/admin/backups", Endpoint(.admin) { api, exchange throws(Problem) in try api.backUp(exchange) }),
      Route(
        .post, "/v1/imports", Endpoint(.admin) { api, exchange throws(Problem) in try api.importSession(exchange) }),
      Route(.post, "/v1/sessions", Endpoint(.admin) { api, exchange throws(Problem) in try api.create(exchange) }),
      Route(
        .get, "/v1/sessions/{id}",
        Endpoint(.session) { api, exchange throws(Problem) in try api.read(.session, exchange) }),
      Route(
        .delete, "/v1/sessions/{id}", Endpoint(.session) { api, exchange throws(Problem) in try api.delete(exchange) }),
      Route(
        .get, "/v1/sessions/{id}/stack",
        Endpoint(.session) { api, exchange throws(Problem) in try api.read(.stack, exchange) }),
      Route(
        .get, "/v1/sessions/{id}/timers",
        Endpoint(.session) { api, exchange throws(Problem) in try api.read(.timers, exchange) }),
      Route(
        .delete, "/v1/sessions/{id}/timers/{timer}",
        Endpoint(.session) { api, exchange throws(Problem) in try api.cancelTimer(exchange) }),
      Route(
        .post, "/v1/sessions/{id}/messages",
        Endpoint(.session) { api, exchange throws(Problem) in try api.postMessage(exchange) }),
      Route(
        .post, "/v1/sessions/{id}/lease",
        Endpoint(.session) { api, exchange throws(Problem) in try api.lease(exchange) }
      ),
      Route(
        .delete, "/v1/sessions/{id}/lease",
        Endpoint(.session) { api, exchange throws(Problem) in try api.endLease(exchange) }),
      Route(
        .get, "/v1/sessions/{id}/history",
        Endpoint(.session, parameters: ["after", "limit", "type"]) { api, exchange throws(Problem) in
          try api.readHistory(exchange)
        }),
      Route(
        .get, "/v1/sessions/{id}/outputs",
        Endpoint(.session, parameters: ["after", "limit"]) { api, exchange throws(Problem) in
          try api.readOutputs(exchange)
        }),
      Route(
        .get, "/v1/sessions/{id}/export",
        Endpoint(.session, content: .lines) { api, exchange throws(Problem) in try api.export(exchange) }),
      Route(
        .get, "/v1/sessions/{id}/revisions/{revision}",
        Endpoint(.session) { api, exchange throws(Problem) in try api.readRevision(exchange) }),
      Route(
        .post, "/v1/sessions/{id}/undo",
        Endpoint(.session) { api, exchange throws(Problem) in try api.travel("undo", exchange) { .undo(steps: $0) } }),
      Route(
        .post, "/v1/sessions/{id}/redo",
        Endpoint(.session) { api, exchange throws(Problem) in try api.travel("redo", exchange) { .redo(steps: $0) } }),
      Route(
        .post, "/v1/sessions/{id}/jump",
        Endpoint(.session) { api, exchange throws(Problem) in try api.jump(exchange) }),
      Route(
        .post, "/v1/sessions/{id}/fork",
        Endpoint(.session) { api, exchange throws(Problem) in try api.fork(exchange) }),
      Route(
        .get, "/v1/sessions/{id}/events",
        Endpoint(.session, parameters: ["after", "outputs", "view", "name"], content: .events) {
          api, exchange throws(Problem) in try api.listen(exchange)
        }),
      Route(
        .get, "/v1/sessions/{id}/listeners",
        Endpoint(.session) { api, exchange throws(Problem) in try api.readListeners(exchange) }),
      Route(
        .post, "/v1/sessions/{id}/actions",
        Endpoint(.session) { api, exchange throws(Problem) in try api.act(exchange, type: nil) }),
    ]
    + (NavigationAction.types + ["screen"]).map { type in
      Route(
        .post, "/v1/sessions/{id}/\(type)",
        Endpoint(.session) { api, exchange throws(Problem) in try api.act(exchange, type: type) })
    }

  /// The same, each knowing its place.
  static let numberedRoutes = routes.enumerated().map { number, route in
    var endpoint = route.endpoint
    endpoint.number = number
    return Route(route.method, route.template, endpoint)
  }
}
