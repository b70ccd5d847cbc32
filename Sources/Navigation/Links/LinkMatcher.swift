import CEL

/// A matcher of one path against the links of an app.
///
/// Matches each segment with a pattern at most once, however many links have the pattern.
struct LinkMatcher {
  private let table: LinkTable
  private let path: [String]
  /// The number of each segment's text; nil when no link contains it.
  private let literals: [Int?]
  /// Whether segments match patterns, as far as known.
  private var matches: [Pair: Bool] = [:]
  private(set) var budget: EvaluationBudget
  /// The comparisons for which no step was taken.
  private var comparisons = 0

  private struct Pair: Hashable {
    let segment: Int
    let pattern: Int
  }

  private static let comparisonsOfStep = 6

  init(_ table: LinkTable, path: [String], _ budget: EvaluationBudget) {
    self.table = table
    self.path = path
    self.budget = budget
    literals = path.map { table.literals[$0] }
  }

  /// Returns the segments of the path for each segment of a link; nil when the link does not match. Segments in front
  /// take as many as possible.
  mutating func captures(_ link: LinkTable.Link) throws(EvaluationError) -> LinkCaptures? {
    try spend(on: 1)
    guard link.least <= path.count, link.isVariable || link.least == path.count else { return nil }
    for index in 0..<link.fixedCount {
      guard try accepts(link.segments[index].test, index) else { return nil }
    }
    guard link.isVariable else { return LinkCaptures(fixedCount: link.fixedCount, rest: []) }
    let ends = try ends(link)
    guard ends[link.fixedCount][link.fixedCount] else { return nil }
    var rest: [Range<Int>] = []
    var start = link.fixedCount
    for index in link.fixedCount..<link.segments.count {
      let capture = try longest(link.segments[index], from: start, before: ends[index + 1])
      rest.append(capture)
      start = capture.upperBound
    }
    return LinkCaptures(fixedCount: link.fixedCount, rest: rest)
  }

  /// The longest range that a segment of a link can take, such that the rest of the link matches after it.
  private mutating func longest(
    _ segment: LinkTable.Segment, from start: Int, before ends: [Bool]
  ) throws(EvaluationError) -> Range<Int> {
    var longest = start..<start
    var end = start
    while end < path.count, end - start < segment.count.most, try accepts(segment.test, end) {
      end += 1
      if ends[end] { longest = start..<end }
    }
    return longest
  }

  /// For each segment of a link, and for its end, the places of the path at which the rest of the link matches the rest
  /// of the path.
  private mutating func ends(_ link: LinkTable.Link) throws(EvaluationError) -> [[Bool]] {
    // Paid before the table is made, whose size is a product.
    try spend(on: (link.segments.count - link.fixedCount) * (path.count + 1))
    var ends = Array(repeating: Array(repeating: false, count: path.count + 1), count: link.segments.count + 1)
    ends[link.segments.count][path.count] = true
    for index in (link.fixedCount..<link.segments.count).reversed() {
      let segment = link.segments[index]
      var own = ends[index]
      let next = ends[index + 1]
      own[path.count] = segment.count.least == 0 && next[path.count]
      for start in (link.fixedCount..<path.count).reversed() {
        let isEnd = next[start + 1] || segment.count.most > 1 && own[start + 1]
        let takesSegment = isEnd ? try accepts(segment.test, start) : false
        own[start] = segment.count.least == 0 && next[start] || takesSegment
      }
      ends[index] = own
    }
    return ends
  }

  private mutating func accepts(_ test: LinkTable.Test, _ index: Int) throws(EvaluationError) -> Bool {
    try spend(on: 1)
    switch test {
    case .anything: return true
    case .literal(let literal): return literals[index] == literal
    case .pattern(let number):
      let pair = Pair(segment: index, pattern: number)
      if let isMatch = matches[pair] { return isMatch }
      let isMatch = try table.patterns[number].matches(path[index], &budget)
      matches[pair] = isMatch
      return isMatch
    }
  }

  /// Takes the steps of comparing texts, or of looking for params.
  mutating func spend(on count: Int) throws(EvaluationError) {
    comparisons += count
    try budget.spend(comparisons / Self.comparisonsOfStep)
    comparisons %= Self.comparisonsOfStep
  }
}

/// The segments of a path for each segment of a link.
struct LinkCaptures {
  /// The number of leading segments that take one segment each.
  fileprivate let fixedCount: Int
  fileprivate let rest: [Range<Int>]

  subscript(index: Int) -> Range<Int> { index < fixedCount ? index..<(index + 1) : rest[index - fixedCount] }

  /// The captures of the empty path.
  static let none = LinkCaptures(fixedCount: 0, rest: [])
}
