/// A set of positions in a pattern, stored as bits.
struct PositionSet: Sendable, Equatable {
  private(set) var words: [UInt64]

  init(wordCount: Int) { words = Array(repeating: 0, count: wordCount) }

  mutating func insert(_ position: Int) { words[position / 64] |= 1 << UInt64(position % 64) }

  mutating func formUnion(_ other: PositionSet) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  /// The positions in ascending order.
  var positions: [Int] {
    words.enumerated().flatMap { index, word in
      (0..<64).lazy.filter { word & (1 << UInt64($0)) != 0 }.map { index * 64 + $0 }
    }
  }
}
