/// A route table that can be looked up and read.
///
/// A literal segment wins over a parameter. Segments are compared as they were sent: a literal that is percent-encoded
/// without need is another path, as is one with a slash at its end. A parameter is never empty.
@usableFromInline package struct Router<Endpoint: Sendable>: Sendable {
  @usableFromInline package enum Match: Sendable {
    case found(Route<Endpoint>, Parameters)
    /// The path exists. `allowed` is in the order of `Method`, with OPTIONS always and HEAD wherever GET is; so for a
    /// request with OPTIONS it is the answer.
    case methodNotAllowed(allowed: [Method])
    case notFound
  }

  /// The table as it was given.
  @usableFromInline package let routes: [Route<Endpoint>]
  @usableFromInline let tree: RouteTree

  /// Traps on a table that is wrong: two routes of one method and path, a template without its first slash.
  package init(_ routes: [Route<Endpoint>]) {
    self.routes = routes
    tree = RouteTree(routes.map { ($0.method, $0.template) })
  }

  // Inlinable, so that it is compiled for its endpoint's type where it is used.
  @inlinable
  package func match(_ request: Request) -> Match {
    switch tree.match(request) {
    case .found(let index, let parameters): .found(routes[index], parameters)
    case .methodNotAllowed(let allowed): .methodNotAllowed(allowed: allowed)
    case .notFound: .notFound
    }
  }
}
