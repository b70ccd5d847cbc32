extension LinkPattern.Segment.Count {
  var least: Int { self == .one || self == .some ? 1 : 0 }
  var most: Int { self == .one || self == .optional ? 1 : .max }
}

extension LinkPattern {
  /// How specific each segment is; the lower, the more.
  var ranks: [Int] { segments.map(\.rank) }

  /// Whether a pattern of these ranks is tried before another, as React Navigation sorts them: segment by segment, what
  /// stands there as it is before a param with a pattern, before a param, before what takes many, and the longer one
  /// first. nil: they are alike.
  static func isMoreSpecific(_ ranks: [Int], than others: [Int]) -> Bool? {
    for index in 0..<max(ranks.count, others.count) {
      let rank = index < ranks.count ? ranks[index] : Segment.rankOfEnd
      let other = index < others.count ? others[index] : Segment.rankOfEnd
      if rank != other { return rank < other }
    }
    return nil
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
