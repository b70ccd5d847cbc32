import HTTP

/// The endpoints of one subject, with what they need and nothing else.
///
/// A controller is created once, at the start. Its routes are collected by `API`.
protocol Controller: Sendable {
  var routes: [ControllerRoute] { get }
}

/// A route and its handler.
struct ControllerRoute: Sendable {
  /// Responds to an authorized request, immediately or later; throws the problem to respond with.
  typealias Handler = @Sendable (Exchange) throws(Problem) -> Void

  let route: HTTP.Route<Endpoint>
  let handler: Handler

  /// Creates a route.
  ///
  /// - Parameters:
  ///   - access: The credential required where tokens are required.
  ///   - content: The media type of a successful response.
  ///   - alternatives: Other media types that the client may prefer.
  init(
    _ method: Method, _ template: String, _ access: Endpoint.Access, content: Endpoint.Content = .json,
    alternatives: [Endpoint.Content] = [], _ operation: Operation, _ handler: @escaping Handler
  ) {
    route = Route(method, template, Endpoint(access, content: content, alternatives: alternatives, operation))
    self.handler = handler
  }
}

extension [ControllerRoute] {
  /// The routes without their handlers, each endpoint with its index.
  var numbered: [HTTP.Route<Endpoint>] { enumerated().map { number, bound in bound.route.numbered(number) } }
}

extension HTTP.Route<Endpoint> {
  fileprivate func numbered(_ number: Int) -> Self {
    var endpoint = endpoint
    endpoint.number = number
    endpoint.keepsAnswer = keepsAnswer
    return Route(method, template, endpoint)
  }

  /// Whether the API handles the `Idempotency-Key`: on each route that writes, unless the endpoint declares the field
  /// itself.
  private var keepsAnswer: Bool {
    method.writes && !endpoint.operation.fields.contains { $0.name == Operation.Parameter.key.name }
  }
}

extension Method {
  fileprivate var writes: Bool { [.post, .put, .patch, .delete].contains(self) }
}
