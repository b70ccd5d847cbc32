extension LinkPattern {
  /// The texts of its params, by name, when the whole path is as the pattern says.
  ///
  /// Params in front take as many segments as they can. One that is absent has no text, but for one with `*`, whose
  /// text is empty.
  func match(_ path: [String]) -> [String: String]? {
    if let first = segments.first, case .literal = first.kind, path.first != first.text { return nil }
    var match = LinkMatch(segments: segments, path: path)
    guard match.reaches(0, from: 0) else { return nil }
    var texts: [String: String] = [:]
    var start = 0
    for (segment, count) in zip(segments, match.counts) {
      if case .param(let name, _) = segment.kind, count > 0 || segment.count == .any {
        texts[name] = path[start..<(start + count)].joined(separator: "/")
      }
      start += count
    }
    return texts
  }
}

/// A search for how the segments of a pattern share those of a path.
private struct LinkMatch {
  let segments: [LinkPattern.Segment]
  let path: [String]
  /// How many of the path each segment takes, as far as the search has come.
  var counts: [Int]
  /// Where the search has failed already, so that it takes no longer than the two lengths multiplied.
  private var failed: Set<Int> = []

  init(segments: [LinkPattern.Segment], path: [String]) {
    self.segments = segments
    self.path = path
    counts = Array(repeating: 0, count: segments.count)
  }

  /// Whether the pattern's segments from this one on take all of the path from there on.
  mutating func reaches(_ index: Int, from start: Int) -> Bool {
    guard index < segments.count else { return start == path.count }
    let place = index * (path.count + 1) + start
    let segment = segments[index]
    if segment.count != .one, failed.contains(place) { return false }
    var count = longest(segment, from: start)
    while count >= segment.count.least {
      counts[index] = count
      if reaches(index + 1, from: start + count) { return true }
      count -= 1
    }
    if segment.count != .one { failed.insert(place) }
    return false
  }

  private func longest(_ segment: LinkPattern.Segment, from start: Int) -> Int {
    let most = min(segment.count.most, path.count - start)
    var count = 0
    while count < most, segment.takes(path[start + count]) { count += 1 }
    return count
  }
}

extension LinkPattern.Segment {
  func takes(_ text: String) -> Bool {
    switch kind {
    case .literal: text == self.text
    case .param(_, let pattern): pattern?.matches(text) ?? true
    case .anything: true
    }
  }
}

extension LinkPattern.Segment.Count {
  var least: Int { self == .one || self == .some ? 1 : 0 }
  var most: Int { self == .one || self == .optional ? 1 : .max }
}

extension LinkPattern {
  /// Whether it is tried before another, as React Navigation sorts them: segment by segment, what stands there as it
  /// is before a param with a pattern, before a param, before what takes many, and the longer one first.
  func isMoreSpecific(than other: LinkPattern) -> Bool {
    let (ranks, others) = (segments.map(\.rank), other.segments.map(\.rank))
    for index in 0..<max(ranks.count, others.count) {
      let rank = index < ranks.count ? ranks[index] : Segment.rankOfEnd
      let other = index < others.count ? others[index] : Segment.rankOfEnd
      if rank != other { return rank < other }
    }
    return false
  }
}

extension LinkPattern.Segment {
  /// A pattern that ends comes after one that goes on, but for what may be nothing at all.
  fileprivate static let rankOfEnd = 5

  fileprivate var rank: Int {
    switch (kind, count) {
    case (.literal, _): 0
    case (.param(_, .some), .one), (.param(_, .some), .optional): 1
    case (.param(_, nil), .one), (.param(_, nil), .optional): 2
    case (.param(_, .some), .some): 3
    case (.param(_, nil), .some): 4
    case (.param(_, .some), .any): 6
    case (.param(_, nil), .any): 7
    case (.anything, _): 8
    }
  }
}
