/// Patterns that are matched together, bit-parallel: a bit for each position, and a text that takes each character once.
///
/// All positions that can be reached are one set. The next set is the union of what follows, looked up for four
/// positions at a time, without those that do not take the character (Navarro and Raffinot, *Flexible Pattern Matching
/// in Strings*, §5.3). The time depends on the text's length and the number of positions, and on nothing else.
struct PatternBlock: Sendable {
  /// Of a set of positions.
  let wordCount: Int
  private let first: [UInt64]
  /// For each word of positions, where the words of what follows them begin.
  private var targets: [Range<Int>] = []
  /// For each word, and each of its 16 groups of four positions, what follows each of their 16 subsets.
  private var followers: [UInt64] = []
  private var offsets: [Int] = []
  private let classes: CharacterClasses

  /// - Parameter first: The positions with which the patterns begin.
  init(_ graph: PositionGraph, first: PositionSet) {
    wordCount = first.words.count
    self.first = first.words
    classes = CharacterClasses(graph.positions, wordCount: wordCount)
    for word in 0..<wordCount { addFollowers(Array(graph.followers.dropFirst(word * 64).prefix(64))) }
  }

  /// The most steps that a character takes.
  var width: Int { wordCount == 1 ? 1 : targets.reduce(wordCount) { $0 + $1.count } }

  private mutating func addFollowers(_ sets: [PositionSet]) {
    let used = (0..<wordCount).filter { word in sets.contains { $0.words[word] != 0 } }
    let target = used.isEmpty ? 0..<0 : used[0]..<(used[used.count - 1] + 1)
    targets.append(target)
    offsets.append(followers.count)
    for group in 0..<16 {
      for subset in 0..<16 {
        let members = (0..<4).filter { subset & (1 << $0) != 0 }.map { group * 4 + $0 }.filter { $0 < sets.count }
        for word in target { followers.append(members.reduce(0) { $0 | sets[$1].words[word] }) }
      }
    }
  }

  /// The positions that are reached at the end of a text.
  ///
  /// - Parameter steps: Grows by one for each word of positions that is looked up or found.
  func positions(after text: [UInt32], steps: inout Int) -> [UInt64] {
    wordCount == 1 ? [position(after: text, &steps)] : allPositions(after: text, &steps)
  }

  /// For 64 positions at most, as nearly all patterns are.
  private func position(after text: [UInt32], _ steps: inout Int) -> UInt64 {
    var next = first[0]
    var reached: UInt64 = 0
    let hasFollowers = !targets[0].isEmpty
    // A group and a subset are below 16, and the table has 16 × 16 entries.
    followers.withUnsafeBufferPointer { followers in
      for character in text {
        reached = next & classes.positions(of: character, word: 0, of: 1)
        steps += 1
        if reached == 0 { return }
        next = 0
        guard hasFollowers else { continue }
        for group in 0..<16 { next |= followers[group << 4 | Int(truncatingIfNeeded: reached >> (group << 2)) & 15] }
      }
    }
    return reached
  }

  private func allPositions(after text: [UInt32], _ steps: inout Int) -> [UInt64] {
    var next = first
    var reached = Array(repeating: UInt64(0), count: wordCount)
    for character in text {
      var isAlive = false
      for word in 0..<wordCount {
        reached[word] = next[word] & classes.positions(of: character, word: word, of: wordCount)
        if reached[word] != 0 { isAlive = true }
        next[word] = 0
      }
      steps += wordCount
      guard isAlive else { break }
      for word in 0..<wordCount where reached[word] != 0 {
        follow(word, reached[word], &next)
        steps += targets[word].count
      }
    }
    return reached
  }

  private func follow(_ word: Int, _ reached: UInt64, _ next: inout [UInt64]) {
    let target = targets[word]
    for group in 0..<16 {
      let subset = Int(truncatingIfNeeded: reached >> (group << 2)) & 15
      guard subset != 0 else { continue }
      let row = offsets[word] + (group << 4 | subset) * target.count
      for (offset, targetWord) in target.enumerated() { next[targetWord] |= followers[row + offset] }
    }
  }
}

/// Which positions take a character.
private struct CharacterClasses: Sendable {
  /// The first character of each class after the first, ascending.
  private var bounds: [UInt32] = []
  /// The positions of each class.
  private var masks: [UInt64] = []
  /// The same for ASCII, by character.
  private var ascii: [UInt64] = []

  init(_ positions: [ScalarSet: PositionSet], wordCount: Int) {
    // Sets ascend and do not touch, and a position has one set: at a bound, its bits change.
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
    ascii = (0..<128 as Range<UInt32>).flatMap { character in
      let start = self.index(of: character) * wordCount
      return masks[start..<(start + wordCount)]
    }
  }

  @inline(__always)
  func positions(of character: UInt32, word: Int, of wordCount: Int) -> UInt64 {
    character < 128
      ? ascii[Int(character) * wordCount + word] : masks[index(of: character) * wordCount + word]
  }

  /// The class of a character: how many bounds are not above it.
  private func index(of character: UInt32) -> Int {
    var range = 0..<bounds.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = bounds[middle] <= character ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}
