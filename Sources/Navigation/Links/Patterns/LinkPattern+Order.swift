extension LinkPattern.Segment.Count {
  var least: Int { self == .one || self == .some ? 1 : 0 }
  var most: Int { self == .one || self == .optional ? 1 : .max }
}

extension LinkPattern {
  /// The rank of each segment. A lower rank is more specific.
  var ranks: [Int] {
    var isAfterOptional = false
    return segments.map { segment in
      defer { if segment.count == .optional { isAfterOptional = true } }
      return segment.rank(isAfterOptional: isAfterOptional)
    }
  }

  /// Whether a pattern with these ranks is tried before another, in the order of React Navigation: by segment, a
  /// literal before a param with a pattern, before a param, before a wildcard, and the longer pattern first. Nil: they
  /// are equal.
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
  /// A pattern that ends comes after one that continues, except with segments that may be absent however many they are.
  fileprivate static let rankOfEnd = 6

  /// - Parameter isAfterOptional: Whether a param before it may be absent. A wildcard is then not an addition to a pattern
  ///   that would end here, but what a path continues with.
  fileprivate func rank(isAfterOptional: Bool) -> Int {
    switch (kind, count) {
    case (.literal, _): 0
    case (.param(_, .some), .one), (.param(_, .some), .optional): 1
    case (.param(_, nil), .one), (.param(_, nil), .optional): 2
    case (.param(_, .some), .some): 3
    case (.param(_, nil), .some): 4
    case (.param(_, .some), .any): 7
    case (.param(_, nil), .any): 8
    case (.anything, _): isAfterOptional ? 5 : 9
    }
  }
}
