/// The positions of a pattern and their followers (Glushkov 1961): an automaton without empty transitions, with one
/// state for each character of the pattern.
struct PositionGraph {
  /// The positions of each set of characters.
  private(set) var positions: [ScalarSet: PositionSet] = [:]
  /// The followers of each position.
  private(set) var followers: [PositionSet] = []
  private let wordCount: Int

  /// The positions with which a part of a pattern may begin and end.
  struct Part {
    var first: PositionSet
    var last: PositionSet
    /// Whether the part matches the empty text.
    var isNullable: Bool
  }

  /// - Parameter wordCount: The size of the sets: a word for each 64 positions of all patterns that are added.
  init(wordCount: Int) { self.wordCount = wordCount }

  /// Adds a pattern. Its positions do not follow those of other patterns.
  mutating func add(_ node: SegmentPattern.Node) -> Part {
    switch node {
    case .one(let set): add(set)
    case .sequence(let nodes): add(sequence: nodes)
    case .either(let nodes): add(either: nodes)
    case .repeated(let node, let least, let most): add(node, least: least, most: most)
    }
  }

  private func empty(isNullable: Bool) -> Part {
    let none = PositionSet(wordCount: wordCount)
    return Part(first: none, last: none, isNullable: isNullable)
  }

  private mutating func add(_ set: ScalarSet) -> Part {
    var one = PositionSet(wordCount: wordCount)
    one.insert(followers.count)
    followers.append(PositionSet(wordCount: wordCount))
    positions[set, default: PositionSet(wordCount: wordCount)].formUnion(one)
    return Part(first: one, last: one, isNullable: false)
  }

  private mutating func add(sequence nodes: [SegmentPattern.Node]) -> Part {
    var whole = empty(isNullable: true)
    for node in nodes {
      let part = add(node)
      connect(whole.last, to: part.first)
      if whole.isNullable { whole.first.formUnion(part.first) }
      if part.isNullable { whole.last.formUnion(part.last) } else { whole.last = part.last }
      whole.isNullable = whole.isNullable && part.isNullable
    }
    return whole
  }

  private mutating func add(either nodes: [SegmentPattern.Node]) -> Part {
    var whole = empty(isNullable: false)
    for node in nodes {
      let part = add(node)
      whole.first.formUnion(part.first)
      whole.last.formUnion(part.last)
      whole.isNullable = whole.isNullable || part.isNullable
    }
    return whole
  }

  /// Adds copies in sequence, `x{1,3}` as `x(x(x)?)?`, so that each is followed by the next alone. No copy of a
  /// nullable part needs to be skipped.
  private mutating func add(_ node: SegmentPattern.Node, least: Int, most: Int?) -> Part {
    var whole = empty(isNullable: least == 0)
    var former: Part?
    for number in 0..<(most ?? max(least, 1)) {
      let count = followers.count
      let part = add(node)
      // Copies of a part without characters change nothing, and a nested `(){999}` would never end.
      guard followers.count > count else { return empty(isNullable: whole.isNullable || part.isNullable) }
      whole.isNullable = whole.isNullable || part.isNullable
      if let former { connect(former.last, to: part.first) } else { whole.first = part.first }
      if whole.isNullable || number + 1 >= least { whole.last.formUnion(part.last) }
      former = part
    }
    if most == nil, let former { connect(former.last, to: former.first) }
    return whole
  }

  private mutating func connect(_ ends: PositionSet, to next: PositionSet) {
    for position in ends.positions { followers[position].formUnion(next) }
  }
}
