import HTTP

extension API {
  /// All routes of the API.
  static let routes: [HTTP.Route<Endpoint>] =
    healthRoutes + adminRoutes + documentRoutes + inspectorRoutes + appRoutes + webhookRoutes + accessRoutes
    + sessionRoutes + pastRoutes + presenceRoutes
    + actionRoutes

  /// All routes, each endpoint with its index.
  static let numberedRoutes = routes.enumerated().map { number, route in
    var endpoint = route.endpoint
    endpoint.number = number
    endpoint.keepsAnswer = route.keepsAnswer
    return Route(route.method, route.template, endpoint)
  }
}
