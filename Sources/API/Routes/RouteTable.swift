import HTTP

extension API {
  /// All that can be asked for.
  static let routes: [HTTP.Route<Endpoint>] =
    healthRoutes + adminRoutes + documentRoutes + inspectorRoutes + appRoutes + webhookRoutes + accessRoutes
    + sessionRoutes + pastRoutes + presenceRoutes
    + actionRoutes

  /// The same, each knowing its place.
  static let numberedRoutes = routes.enumerated().map { number, route in
    var endpoint = route.endpoint
    endpoint.number = number
    endpoint.keepsAnswer = route.keepsAnswer
    return Route(route.method, route.template, endpoint)
  }
}
