import HTTP

extension API {
  /// All that can be asked for.
  static let routes: [HTTP.Route<Endpoint>] =
    healthRoutes + documentRoutes + appRoutes + webhookRoutes + sessionRoutes + pastRoutes + companyRoutes
    + actionRoutes
}
