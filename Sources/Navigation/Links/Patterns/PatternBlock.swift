/// Patterns that are matched together, bit-parallel, with a bit for each position, in one pass over a text.
///
/// The reached positions are a set. The next set is the union of their followers, looked up for four positions at a
/// time, without the positions that do not match the character (Navarro and Raffinot, *Flexible Pattern Matching in
/// Strings*, §5.3). The time depends only on the length of the text and the number of positions.
struct PatternBlock: Sendable {
  /// The number of words of a set of positions.
  let wordCount: Int
  private let first: [UInt64]
  /// For each word of positions, the words that contain its followers.
  private var targets: [Range<Int>] = []
  /// For each word and each of its targets a table: for each of the word's 16 groups of four positions, the followers
  /// of each of their 16 subsets.
  private var followers: [UInt64] = []
  /// The offset of the tables of each word.
  private var offsets: [Int] = []
  private let classes: CharacterClasses

  /// - Parameter first: The positions with which the patterns begin.
  init(_ graph: PositionGraph, first: PositionSet) {
    wordCount = first.words.count
    self.first = first.words
    classes = CharacterClasses(graph.positions, wordCount: wordCount)
    for word in 0..<wordCount { addFollowers(Array(graph.followers.dropFirst(word * 64).prefix(64))) }
  }

  /// The greatest number of steps per character.
  var width: Int { wordCount == 1 ? 1 : targets.reduce(wordCount) { $0 + Self.unionCost * $1.count } }

  /// The relative cost with several words, whose tables exceed the first-level cache.
  private static let unionCost = 2

  private mutating func addFollowers(_ sets: [PositionSet]) {
    let used = (0..<wordCount).filter { word in sets.contains { $0.words[word] != 0 } }
    let target = used.isEmpty ? 0..<0 : used[0]..<(used[used.count - 1] + 1)
    targets.append(target)
    offsets.append(followers.count)
    for word in target {
      for entry in 0..<256 {
        let members = (0..<4).lazy.filter { entry & (1 << $0) != 0 }.map { entry >> 4 * 4 + $0 }
        followers.append(members.filter { $0 < sets.count }.reduce(0) { $0 | sets[$1].words[word] })
      }
    }
  }

  /// Returns the positions that are reached at the end of a text.
  ///
  /// - Parameter steps: Increased by one per word of positions and character, and by more when there are several words.
  func positions(after text: [UInt32], steps: inout Int) -> [UInt64] {
    wordCount == 1 ? [position(after: text, &steps)] : allPositions(after: text, &steps)
  }

  /// The case of at most 64 positions, which covers nearly all patterns.
  private func position(after text: [UInt32], _ steps: inout Int) -> UInt64 {
    var next = first[0]
    var reached: UInt64 = 0
    followers.withUnsafeBufferPointer { followers in
      for character in text {
        reached = next & classes.masks[classes.start(of: character)]
        steps += 1
        if reached == 0 { return }
        next = targets[0].isEmpty ? 0 : Self.union(followers, 0, reached)
      }
    }
    return reached
  }

  private func allPositions(after text: [UInt32], _ steps: inout Int) -> [UInt64] {
    var next = first
    var reached = Array(repeating: UInt64(0), count: wordCount)
    followers.withUnsafeBufferPointer { followers in
      for character in text {
        let start = classes.start(of: character)
        var isAlive = false
        for word in 0..<wordCount {
          reached[word] = next[word] & classes.masks[start + word]
          if reached[word] != 0 { isAlive = true }
          next[word] = 0
        }
        steps += wordCount
        guard isAlive else { return }
        for word in 0..<wordCount where reached[word] != 0 {
          var table = offsets[word]
          for target in targets[word] {
            next[target] |= Self.union(followers, table, reached[word])
            table += 256
          }
          steps += Self.unionCost * targets[word].count
        }
      }
    }
    return reached
  }

  /// The union of the followers of a word's positions.
  ///
  /// `table` and 255 more are within the buffer, because group and subset are below 16.
  @inline(__always)
  private static func union(_ followers: UnsafeBufferPointer<UInt64>, _ table: Int, _ reached: UInt64) -> UInt64 {
    var union: UInt64 = 0
    for group in 0..<16 {
      union |= followers[table &+ (group << 4 | Int(truncatingIfNeeded: reached &>> UInt64(group << 2)) & 15)]
    }
    return union
  }
}

/// The positions that match each character, by classes of characters.
private struct CharacterClasses: Sendable {
  /// The first character of each class except the first, in ascending order.
  private var bounds: [UInt32] = []
  /// The positions of each class, a row of words each.
  private(set) var masks: [UInt64] = []
  /// The offset of the row of each ASCII character.
  private var asciiStarts: [Int] = []
  private let wordCount: Int

  init(_ positions: [ScalarSet: PositionSet], wordCount: Int) {
    self.wordCount = wordCount
    // The ranges of a set ascend and do not touch, and a position has one set: its bits change at each bound.
    var changes: [(bound: UInt32, positions: PositionSet)] = []
    for (set, positions) in positions {
      for range in set.ranges { changes += [(range.lowerBound, positions), (range.upperBound + 1, positions)] }
    }
    changes.sort { $0.bound < $1.bound }
    var mask = Array(repeating: UInt64(0), count: wordCount)
    masks = mask
    for (index, change) in changes.enumerated() {
      for word in mask.indices { mask[word] ^= change.positions.words[word] }
      guard index + 1 == changes.count || changes[index + 1].bound != change.bound else { continue }
      bounds.append(change.bound)
      masks += mask
    }
    asciiStarts = (0..<128 as Range<UInt32>).map { self.index(of: $0) * wordCount }
  }

  /// The offset of the row of a character.
  @inline(__always)
  func start(of character: UInt32) -> Int {
    character < 128 ? asciiStarts[Int(character)] : index(of: character) * wordCount
  }

  /// The class of a character: the number of bounds that are not greater.
  private func index(of character: UInt32) -> Int {
    var range = 0..<bounds.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = bounds[middle] <= character ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}
