import HTTP
import Navigation
import Sessions

/// The endpoints of one subject, with what they need and nothing else.
///
/// A controller is created once, at the start. Its routes are collected by `API`.
protocol Controller: Sendable {
  var routes: [ControllerRoute] { get }
}

typealias ControllerRoute = HTTP.Route<Endpoint>

extension HTTP.Route<Endpoint> {
  /// Creates a route.
  ///
  /// - Parameters:
  ///   - access: The credential required where tokens are required.
  ///   - role: The role that a token of a session needs at least; nil: `watch` to read, otherwise `act`.
  ///   - scopes: The scopes of operators that permit the request, each by itself; nil: for a session those that read or
  ///     change sessions, otherwise `admin`.
  ///   - content: The media type of a successful response.
  ///   - alternatives: Other media types that the client may prefer.
  convenience init(
    _ method: Method, _ template: String, _ access: Endpoint.Access, role: TokenRole? = nil,
    scopes: OperatorScopes? = nil, content: Endpoint.Content = .json,
    alternatives: [Endpoint.Content] = [], _ operation: Operation, _ handler: @escaping Endpoint.Handler
  ) {
    self.init(
      method, template,
      Endpoint(
        access, role: role ?? (method == .get ? .watch : .act), scopes: scopes ?? Self.scopes(of: method, access),
        content: content, alternatives: alternatives, operation, handler))
  }

  /// Creates a route whose handler may wait.
  convenience init(
    _ method: Method, _ template: String, _ access: Endpoint.Access, role: TokenRole? = nil,
    scopes: OperatorScopes? = nil, content: Endpoint.Content = .json, alternatives: [Endpoint.Content] = [],
    _ operation: Operation, _ handler: @escaping Endpoint.WaitingHandler
  ) {
    self.init(
      method, template, access, role: role, scopes: scopes, content: content, alternatives: alternatives, operation
    ) { exchange in
      exchange.task { () async throws(Problem) in try await handler(exchange) }
    }
  }

  private static func scopes(of method: Method, _ access: Endpoint.Access) -> OperatorScopes {
    switch access {
    case .open: []
    case .session, .listening: method == .get ? .reading : .changing
    case .agent: .readingApps
    case .creation, .app, .admin: .admin
    }
  }
}

extension [ControllerRoute] {
  /// The routes with the indices of their endpoints.
  var numbered: [ControllerRoute] { enumerated().map { number, route in route.numbered(number) } }
}

extension HTTP.Route<Endpoint> {
  /// The route whose path names the session by its key; nil: the path names no session.
  var byKey: HTTP.Route<Endpoint>? {
    let template = template.replacing(Self.sessionTemplate, with: Endpoint.byKeyTemplate)
    guard template != self.template else { return nil }
    return HTTP.Route(method, template, endpoint).numbered(endpoint.number ?? 0)
  }

  private static var sessionTemplate: String { "/v1/sessions/{id}" }

  fileprivate func numbered(_ number: Int) -> HTTP.Route<Endpoint> {
    let numbered = Endpoint(
      endpoint.access, role: endpoint.role, scopes: endpoint.scopes,
      isServerWide: template == "/metrics" || template.hasPrefix("/v1/admin/"), content: endpoint.content,
      alternatives: endpoint.alternatives, endpoint.operation, number: number, recordsResponse: recordsResponse,
      usesCatalogues: (template.hasPrefix("/v1/") && !template.hasPrefix(Self.sessionTemplate))
        || endpoint.access == .agent,
      isByKey: template.hasPrefix(Endpoint.byKeyTemplate), endpoint.handler)
    return Route(method, template, numbered)
  }

  /// Whether the API handles the `Idempotency-Key`: on each route that writes, unless the endpoint declares the field
  /// itself.
  private var recordsResponse: Bool {
    method.writes && endpoint.access != .agent
      && !endpoint.operation.fields.contains { $0.name == Operation.Parameter.key.name }
  }
}

extension Method {
  /// Whether requests of the method change something.
  var writes: Bool { self == .post || self == .put || self == .patch || self == .delete }
}

extension OperatorScopes {
  /// Reading sessions, jobs and the like.
  static let reading: Self = [.read, .support, .admin]
  /// Changing sessions.
  static let changing: Self = [.support, .admin]
  /// Reading apps and webhooks.
  static let readingApps: Self = [.read, .support, .apps, .admin]
  /// Changing apps and webhooks.
  static let changingApps: Self = [.apps, .admin]
}
