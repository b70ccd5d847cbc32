/// The offsets of the blocks of a text, by hash.
struct BlockIndex {
  private var places: [UInt64: [Int]] = [:]

  init(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, block: Int) {
    places.reserveCapacity(range.count / block)
    for start in stride(from: range.lowerBound, through: range.upperBound - block, by: block) {
      places[RollingHash(text, from: start, count: block).value, default: []].append(start)
    }
  }

  /// The first block with this hash at or after `start`.
  func first(_ hash: UInt64, from start: Int) -> Int? {
    guard let list = places[hash] else { return nil }
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if list[middle] < start { low = middle + 1 } else { high = middle }
    }
    return low < list.count ? list[low] : nil
  }
}

/// A polynomial hash of a window that moves byte by byte.
struct RollingHash {
  private(set) var value: UInt64 = 0
  private let outgoing: UInt64

  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  init(_ text: UnsafeBufferPointer<UInt8>, from start: Int, count: Int) {
    var power: UInt64 = 1
    for index in start..<(start + count) {
      value = value &* Self.factor &+ UInt64(text[index]) &+ 1
      power = power &* Self.factor
    }
    outgoing = power
  }

  mutating func roll(out: UInt8, in incoming: UInt8) {
    value = value &* Self.factor &+ UInt64(incoming) &+ 1 &- outgoing &* (UInt64(out) &+ 1)
  }
}
