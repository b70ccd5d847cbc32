import CEL
import JSON

/// The links of an app, prepared for matching: ordered from specific to general, and by definition among equals.
struct LinkTable: Sendable {
  private(set) var links: [Link] = []
  /// The numbers of the literal segments.
  private(set) var literals: [String: Int] = [:]
  /// The distinct patterns of segments.
  private(set) var patterns: [RegularExpression] = []
  private var patternNumbers: [String: Int] = [:]
  /// The numbers of the declared params' names.
  private(set) var names: [String: Int] = [:]
  /// The links whose first segment is a literal, by its number, in order.
  private var byLiteral: [Int: [Int]] = [:]
  /// The other links, in order.
  private var others: [Int] = []

  /// A link and its constraints. A class, so that trying one copies nothing.
  final class Link: Sendable {
    let route: Route
    let segments: [Segment]
    /// The least number of segments of a matching path.
    let least: Int
    /// The number of leading segments that take exactly one segment each.
    let fixedCount: Int
    /// The declared params by name; nil when the route accepts any.
    let types: [String: Param]?
    /// The declared params.
    let params: [Declared]

    init(_ route: Route, segments: [Segment], params: [Declared]) {
      self.route = route
      self.segments = segments
      self.params = params
      least = segments.reduce(0) { $0 + $1.count.least }
      fixedCount = segments.prefix { $0.count == .one }.count
      types = route.params.map { Dictionary($0.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first }) }
    }

    /// Whether it takes paths of different lengths.
    var isVariable: Bool { fixedCount < segments.count }
  }

  struct Declared: Sendable {
    let param: Param
    /// The number of its name.
    let number: Int
    /// The segment of the link that contains the param, if any.
    let segment: Int?
    /// Whether the link must have a value for the param.
    let isNeeded: Bool
  }

  struct Segment: Sendable {
    let test: Test
    let count: LinkPattern.Segment.Count
    /// The name of the param.
    let name: String?
  }

  enum Test: Sendable {
    case anything
    case literal(Int)
    case pattern(Int)
  }

  /// - Parameter routes: The routes in the order in which their links are tried.
  init(_ routes: [(pattern: LinkPattern, route: Route)]) {
    for (pattern, route) in routes { add(pattern, route) }
  }

  /// The candidates for a path, in order: links with the same first segment, and those that begin with a param.
  func candidates(_ path: [String]) -> [Int] {
    guard let literal = path.first.flatMap({ literals[$0] }), let alike = byLiteral[literal] else { return others }
    // The indexes are in the order of precedence, which both lists together must keep.
    return others.isEmpty ? alike : (alike + others).sorted()
  }

  private mutating func add(_ pattern: LinkPattern, _ route: Route) {
    let segments = pattern.segments.map { segment(of: $0) }
    if case .literal(let literal)? = segments.first?.test {
      byLiteral[literal, default: []].append(links.count)
    } else {
      others.append(links.count)
    }
    let params = (route.params ?? []).map { param in
      Declared(
        param: param, number: number(of: param.name, in: \.names),
        segment: segments.firstIndex { $0.name == param.name },
        isNeeded: !param.isOptional && route.initialParams[param.name] == nil)
    }
    links.append(Link(route, segments: segments, params: params))
  }

  private mutating func segment(of segment: LinkPattern.Segment) -> Segment {
    switch segment.kind {
    case .literal:
      Segment(test: .literal(number(of: segment.text, in: \.literals)), count: segment.count, name: nil)
    case .anything: Segment(test: .anything, count: segment.count, name: nil)
    case .param(let name, let pattern):
      Segment(test: pattern.map { .pattern(number(of: $0)) } ?? .anything, count: segment.count, name: name)
    }
  }

  private mutating func number(of pattern: LinkPattern.Segment.SegmentPattern) -> Int {
    let number = number(of: pattern.text, in: \.patternNumbers)
    if number == patterns.count { patterns.append(pattern.expression) }
    return number
  }

  private mutating func number(of text: String, in numbers: WritableKeyPath<LinkTable, [String: Int]>) -> Int {
    if let number = self[keyPath: numbers][text] { return number }
    let number = self[keyPath: numbers].count
    self[keyPath: numbers][text] = number
    return number
  }
}
