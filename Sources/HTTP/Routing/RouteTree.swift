/// The templates of a route table as a tree of segments. Refers to routes by index and finds them without copying a
/// path.
///
/// Not generic, so that it is compiled once, in this module, for speed.
@usableFromInline struct RouteTree: Sendable {
  @usableFromInline enum Match {
    case found(Int, Parameters)
    case methodNotAllowed(allowed: [Method])
    case notFound
  }

  private struct Node: Sendable {
    /// The literal children; each literal is a range of `text`.
    var literals: [(text: Range<Int>, node: Int)] = []
    var parameter: Int?
    /// The routes at this node, at most one for each method.
    var routes: [(method: Method, index: Int)] = []
  }

  private var nodes = [Node()]
  /// All literals of the templates in one array, which avoids an indirection for each literal.
  private var text: [UInt8] = []
  private var names: [[String]] = []

  init(_ table: [(method: Method, template: String)]) {
    for (index, route) in table.enumerated() { insert(route.method, route.template, index) }
  }

  @usableFromInline
  func match(_ request: Request) -> Match {
    let (method, path, head) = (request.method, request.path, request.head)
    // `OPTIONS *` refers to the server as a whole (RFC 9110 §9.3.7).
    // A path is not empty: the parser gives at least `/` or `*`.
    guard head[path.lowerBound] == UInt8(ascii: "/") else {
      return .methodNotAllowed(allowed: Self.allowed(nodes.flatMap(\.routes).map(\.method)))
    }
    var parameters = Parameters()
    guard let node = find(path.lowerBound + 1..<path.upperBound, in: head.span, below: 0, &parameters) else {
      return .notFound
    }
    guard let index = route(for: method, at: node) else {
      return .methodNotAllowed(allowed: Self.allowed(nodes[node].routes.map(\.method)))
    }
    parameters.names = names[index]
    return .found(index, parameters)
  }

  private func route(for method: Method, at node: Int) -> Int? {
    for route in nodes[node].routes where route.method == method { return route.index }
    return method == .head ? self.route(for: .get, at: node) : nil
  }

  private static func allowed(_ methods: [Method]) -> [Method] {
    Method.allCases.filter {
      methods.contains($0) || $0 == .options || $0 == .head && methods.contains(.get)
    }
  }

  /// The node of `path`, whose first segment is matched with the children of `node`.
  private func find(
    _ path: Range<Int>, in bytes: Span<UInt8>, below node: Int, _ parameters: inout Parameters
  ) -> Int? {
    let end = bytes.firstIndex(of: UInt8(ascii: "/"), in: path)
    let segment = path.lowerBound..<end
    let rest = end < path.upperBound ? end + 1..<path.upperBound : nil
    for literal in nodes[node].literals where bytes.isEqual(in: segment, to: text.span, in: literal.text) {
      if let found = descend(to: literal.node, rest, in: bytes, &parameters) { return found }
    }
    guard let parameter = nodes[node].parameter, !segment.isEmpty else { return nil }
    parameters.append(segment)
    if let found = descend(to: parameter, rest, in: bytes, &parameters) { return found }
    // A path that fits no route below this parameter may fit one of a branch above.
    parameters.removeLast()
    return nil
  }

  private func descend(
    to node: Int, _ rest: Range<Int>?, in bytes: Span<UInt8>, _ parameters: inout Parameters
  ) -> Int? {
    guard let rest else { return nodes[node].routes.isEmpty ? nil : node }
    return find(rest, in: bytes, below: node, &parameters)
  }
}

extension RouteTree {
  private mutating func insert(_ method: Method, _ template: String, _ index: Int) {
    precondition(template.hasPrefix("/"), "\(template): a template must begin with a slash")
    let segments = template.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    let names = segments.compactMap(Self.parameterName)
    precondition(names.count <= Parameters.limit, "\(template) has more than \(Parameters.limit) parameters")
    precondition(Set(names).count == names.count, "\(template) has a duplicate name")
    let node = segments.reduce(0) { child(of: $0, for: $1) }
    precondition(
      !nodes[node].routes.contains { $0.method == method }, "\(method.rawValue) \(template) is a duplicate route")
    nodes[node].routes.append((method, index))
    self.names.append(names)
  }

  private mutating func child(of node: Int, for segment: Substring) -> Int {
    let bytes = Array(segment.utf8)
    if Self.parameterName(segment) != nil {
      if let parameter = nodes[node].parameter { return parameter }
      nodes[node].parameter = nodes.count
    } else {
      if let literal = nodes[node].literals.first(where: { text[$0.text].elementsEqual(bytes) }) { return literal.node }
      nodes[node].literals.append((text.count..<text.count + bytes.count, nodes.count))
      text += bytes
    }
    nodes.append(Node())
    return nodes.count - 1
  }

  private static func parameterName(_ segment: Substring) -> String? {
    segment.hasPrefix("{") && segment.hasSuffix("}") ? String(segment.dropFirst().dropLast()) : nil
  }
}
