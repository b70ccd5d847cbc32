/// A matcher of one path against the links of an app.
///
/// Runs each segment through a block of patterns at most once, however many links use the block.
struct LinkMatcher {
  private let table: LinkTable
  private let path: [String]
  /// The number of each segment's text; nil when no link contains it.
  private let literals: [Int?]
  /// The characters of each segment, computed on first use.
  private var characters: [[UInt32]?]
  /// The positions that each segment reaches in each block, computed on first use.
  private var reached: [[UInt64]?]
  /// The cost so far: characters times words of the automaton, and compared segments.
  private(set) var steps = 0

  init(_ table: LinkTable, path: [String]) {
    self.table = table
    self.path = path
    literals = path.map { table.literals[$0] }
    characters = Array(repeating: nil, count: path.count)
    reached = Array(repeating: nil, count: path.count * table.automaton.blocks.count)
  }

  /// Returns the segments of the path for each segment of a link; nil when the link does not match. Segments in front
  /// take as many as possible.
  mutating func shares(_ link: LinkTable.Link) -> LinkShares? {
    guard link.least <= path.count, link.isVariable || link.least == path.count else { return nil }
    for index in 0..<link.fixedCount {
      guard takes(link.segments[index].test, index) else { return nil }
    }
    guard link.isVariable else { return LinkShares(fixedCount: link.fixedCount, rest: []) }
    let ends = ends(link)
    guard ends[link.fixedCount][link.fixedCount] else { return nil }
    var rest: [Range<Int>] = []
    var start = link.fixedCount
    for index in link.fixedCount..<link.segments.count {
      let share = longest(link.segments[index], from: start, before: ends[index + 1])
      rest.append(share)
      start = share.upperBound
    }
    return LinkShares(fixedCount: link.fixedCount, rest: rest)
  }

  /// The longest range that a segment of a link can take, such that the rest of the link matches after it.
  private mutating func longest(_ segment: LinkTable.Segment, from start: Int, before ends: [Bool]) -> Range<Int> {
    var longest = start..<start
    var end = start
    while end < path.count, end - start < segment.count.most, takes(segment.test, end) {
      end += 1
      if ends[end] { longest = start..<end }
    }
    return longest
  }

  /// For each segment of a link, and for its end, the places of the path at which the rest of the link matches the rest
  /// of the path.
  private mutating func ends(_ link: LinkTable.Link) -> [[Bool]] {
    var ends = Array(repeating: Array(repeating: false, count: path.count + 1), count: link.segments.count + 1)
    ends[link.segments.count][path.count] = true
    for index in (link.fixedCount..<link.segments.count).reversed() {
      let segment = link.segments[index]
      var own = ends[index]
      let next = ends[index + 1]
      own[path.count] = segment.count.least == 0 && next[path.count]
      for start in (link.fixedCount..<path.count).reversed() {
        let isEnd = next[start + 1] || segment.count.most > 1 && own[start + 1]
        own[start] = segment.count.least == 0 && next[start] || isEnd && takes(segment.test, start)
      }
      ends[index] = own
    }
    return ends
  }

  private mutating func takes(_ test: LinkTable.Test, _ index: Int) -> Bool {
    steps += 1
    switch test {
    case .anything: return true
    case .literal(let literal): return literals[index] == literal
    case .pattern(let pattern): return matches(pattern, index)
    }
  }

  private mutating func matches(_ pattern: PatternAutomaton.Reference, _ index: Int) -> Bool {
    let place = index * table.automaton.blocks.count + pattern.block
    let text = characters[index] ?? path[index].unicodeScalars.map(\.value)
    characters[index] = text
    if reached[place] == nil {
      reached[place] = table.automaton.blocks[pattern.block].positions(after: text, steps: &steps)
    }
    guard let words = reached[place], !text.isEmpty else { return pattern.isNullable }
    return pattern.isReached(words, length: text.count)
  }
}

extension LinkMatcher {
  /// Adds the cost of checking the values of a link.
  mutating func count(_ steps: Int) { self.steps += steps }
}

/// The segments of a path for each segment of a link.
struct LinkShares {
  /// The number of leading segments that take one segment each.
  fileprivate let fixedCount: Int
  fileprivate let rest: [Range<Int>]

  subscript(index: Int) -> Range<Int> { index < fixedCount ? index..<(index + 1) : rest[index - fixedCount] }

  /// The shares of the empty path.
  static let none = LinkShares(fixedCount: 0, rest: [])
}
