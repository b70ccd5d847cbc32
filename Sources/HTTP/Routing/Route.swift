/// One line of a route table: what serves which method on which path.
@usableFromInline package struct Route<Endpoint: Sendable>: Sendable {
  package let method: Method
  /// Segments are literals or `{name}`, such as in `/v1/sessions/{id}/actions`.
  package let template: String
  package let endpoint: Endpoint

  package init(_ method: Method, _ template: String, _ endpoint: Endpoint) {
    self.method = method
    self.template = template
    self.endpoint = endpoint
  }
}
