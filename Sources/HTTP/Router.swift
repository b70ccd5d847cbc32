/// A route table that can be looked up and read.
///
/// A literal segment wins over a parameter. Segments are compared as they were sent: a literal that is percent-encoded
/// without need is another path, as is one with a slash at its end. A parameter is never empty.
package struct Router<Endpoint: Sendable>: Sendable {
  package enum Match: Sendable {
    case found(Route<Endpoint>, Parameters)
    /// The path exists. `allowed` is in the order of `Method`, with OPTIONS always and HEAD wherever GET is; so for a
    /// request with OPTIONS it is the answer.
    case methodNotAllowed(allowed: [Method])
    case notFound
  }

  /// The table as it was given.
  package let routes: [Route<Endpoint>]
  private let tree: RouteTree

  /// Traps on a table that is wrong: two routes of the same method and path, a template that does not begin with a slash.
  package init(_ routes: [Route<Endpoint>]) {
    self.routes = routes
    tree = RouteTree(routes.map { ($0.method, $0.template) })
  }

  package func match(_ request: Request) -> Match {
    match(request.method, request.path, in: request.head)
  }

  /// - Parameter path: Where the path is in `head`.
  package func match(_ method: Method, _ path: Range<Int>, in head: [UInt8]) -> Match {
    switch tree.match(method, path, in: head) {
    case .found(let index, let parameters): .found(routes[index], parameters)
    case .methodNotAllowed(let allowed): .methodNotAllowed(allowed: allowed)
    case .notFound: .notFound
    }
  }
}
