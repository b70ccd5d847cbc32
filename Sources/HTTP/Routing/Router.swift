/// An immutable route table with lookup.
///
/// A literal segment takes precedence over a parameter. Segments are compared as they were sent: a needlessly
/// percent-encoded literal does not match, nor does a path with a trailing slash. A parameter is never empty.
@usableFromInline package struct Router<Endpoint: Sendable>: Sendable {
  @usableFromInline package enum Match: Sendable {
    case found(Route<Endpoint>, Parameters)
    /// The path exists. `allowed` is in the order of `Method`, always with OPTIONS, and with HEAD if it has GET; so for
    /// an OPTIONS request it is the response.
    case methodNotAllowed(allowed: [Method])
    case notFound
  }

  /// The routes in their original order.
  @usableFromInline package let routes: [Route<Endpoint>]
  @usableFromInline let tree: RouteTree

  /// Creates a router. Traps on an invalid table: duplicate routes, or a template without a leading slash.
  package init(_ routes: [Route<Endpoint>]) {
    self.routes = routes
    tree = RouteTree(routes.map { ($0.method, $0.template) })
  }

  /// Finds the route of a request. Inlinable, so that it is specialised for its endpoint's type in the client module.
  @inlinable
  package func match(_ request: Request) -> Match {
    switch tree.match(request) {
    case .found(let index, let parameters): .found(routes[index], parameters)
    case .methodNotAllowed(let allowed): .methodNotAllowed(allowed: allowed)
    case .notFound: .notFound
    }
  }
}
