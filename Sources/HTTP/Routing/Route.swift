/// A row of a route table: an endpoint for a method and a path.
@usableFromInline package final class Route<Endpoint: Sendable>: Sendable {
  package let method: Method
  /// The path. Its segments are literals or `{name}`, such as in `/v1/sessions/{id}/actions`.
  package let template: String
  package let endpoint: Endpoint

  /// Creates a route.
  package init(_ method: Method, _ template: String, _ endpoint: Endpoint) {
    self.method = method
    self.template = template
    self.endpoint = endpoint
  }
}
