import JSON

/// The links of an app, laid out to be matched: the most specific first, and of two alike the one that was defined
/// first.
struct LinkTable: Sendable {
  private(set) var links: [Link] = []
  /// The numbers of the texts that segments of links have.
  private(set) var literals: [String: Int] = [:]
  let automaton: PatternAutomaton
  /// The names of all declared params, numbered.
  private(set) var names: [String: Int] = [:]
  /// The links whose first segment is a literal, by its number; in order.
  private var byLiteral: [Int: [Int]] = [:]
  /// The others, in order.
  private var others: [Int] = []

  /// A link, with what its texts have to be. A class, so that trying one copies nothing.
  final class Link: Sendable {
    let route: Route
    let segments: [Segment]
    /// How many segments of a path it takes at least.
    let least: Int
    /// How many of its first segments take one segment of a path each.
    let fixedCount: Int
    /// The declared params, by name; nil: it takes any.
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
    /// Of its name.
    let number: Int
    /// The segment of the link that gives it.
    let segment: Int?
    /// Whether the link has to give it.
    let isNeeded: Bool
  }

  struct Segment: Sendable {
    let test: Test
    let count: LinkPattern.Segment.Count
    /// Of a param.
    let name: String?
  }

  enum Test: Sendable {
    case anything
    case literal(Int)
    case pattern(PatternAutomaton.Reference)
  }

  /// - Parameter routes: In the order in which their links are tried.
  init(_ routes: [(pattern: LinkPattern, route: Route)]) {
    automaton = PatternAutomaton(routes.flatMap(\.pattern.segmentPatterns))
    for (pattern, route) in routes { add(pattern, route) }
  }

  /// The links that a path may have, in order: those that begin as it does, and those that begin with a param.
  func candidates(_ path: [String]) -> [Int] {
    guard let literal = path.first.flatMap({ literals[$0] }), let alike = byLiteral[literal] else { return others }
    return others.isEmpty ? alike : (alike + others).sorted()
  }

  /// The links of each first segment, and those that begin with a param.
  var groups: (byLiteral: some Collection<[Int]>, others: [Int]) { (byLiteral.values, others) }

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
      Segment(
        test: pattern.map { .pattern(automaton.reference(to: $0)) } ?? .anything, count: segment.count, name: name)
    }
  }

  private mutating func number(of text: String, in numbers: WritableKeyPath<LinkTable, [String: Int]>) -> Int {
    if let number = self[keyPath: numbers][text] { return number }
    let number = self[keyPath: numbers].count
    self[keyPath: numbers][text] = number
    return number
  }
}

extension LinkPattern {
  /// The patterns of its params.
  var segmentPatterns: [SegmentPattern] {
    segments.compactMap { segment in
      if case .param(_, let pattern) = segment.kind { pattern } else { nil }
    }
  }
}
