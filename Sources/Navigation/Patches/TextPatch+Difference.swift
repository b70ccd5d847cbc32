extension TextPatch {
  /// Computes the difference between two UTF-8 texts, in linear time.
  ///
  /// The patch is correct for any two texts. It is short when they share long pieces in the same order.
  public init(from former: [UInt8], to new: [UInt8]) {
    splices = []
    former.withUnsafeBufferPointer { former in
      new.withUnsafeBufferPointer { new in
        var difference = TextDifference(former: former, new: new)
        splices = difference.splices()
      }
    }
  }
}

/// The search for pieces that two texts share.
private struct TextDifference {
  let former: UnsafeBufferPointer<UInt8>
  let new: UnsafeBufferPointer<UInt8>
  /// The covered parts of both texts, and the end of the last splice in the former text.
  private var formerDone = 0
  private var newDone = 0
  private var lastEnd = 0
  private var found: [TextPatch.Splice] = []

  /// The size of the blocks by which shared pieces are found, and the shortest difference in which they are searched.
  private static let block = 32
  private static let shortest = 96

  init(former: UnsafeBufferPointer<UInt8>, new: UnsafeBufferPointer<UInt8>) {
    self.former = former
    self.new = new
  }

  mutating func splices() -> [TextPatch.Splice] {
    let limit = min(former.count, new.count)
    var prefix = 0
    while prefix < limit, former[prefix] == new[prefix] { prefix += 1 }
    var suffix = 0
    // Without the prefix, which the suffix would overlap in the shorter text.
    while suffix < limit - prefix, former[former.count - 1 - suffix] == new[new.count - 1 - suffix] { suffix += 1 }
    formerDone = prefix
    newDone = prefix
    let (formerEnd, newEnd) = (former.count - suffix, new.count - suffix)
    if min(formerEnd - prefix, newEnd - prefix) >= Self.shortest { match(upTo: formerEnd, newEnd) }
    add(upTo: formerEnd, newEnd)
    return found
  }

  /// Finds blocks of the former text in the new one, from left to right in both.
  private mutating func match(upTo formerEnd: Int, _ newEnd: Int) {
    // Both rests have `shortest` bytes or more, and so at least one block.
    let places = BlockIndex(former, formerDone..<formerEnd, block: Self.block)
    var hash = RollingHash(new, from: newDone, count: Self.block)
    var at = newDone
    while true {
      if let place = places.first(hash.value, from: formerDone), isSame(place, at) {
        // Extends the match before and after the block.
        var (start, newStart) = (place, at)
        while start > formerDone, newStart > newDone, former[start - 1] == new[newStart - 1] {
          start -= 1
          newStart -= 1
        }
        var (end, newStop) = (place + Self.block, at + Self.block)
        while end < formerEnd, newStop < newEnd, former[end] == new[newStop] {
          end += 1
          newStop += 1
        }
        // A short piece far ahead is rarely a match: it would separate what lies between.
        if start - formerDone <= 16 * (end - start) {
          add(upTo: start, newStart)
          (formerDone, newDone) = (end, newStop)
          guard newStop + Self.block <= newEnd else { return }
          hash = RollingHash(new, from: newStop, count: Self.block)
          at = newStop
          continue
        }
      }
      guard at + Self.block < newEnd else { return }
      hash.roll(out: new[at], in: new[at + Self.block])
      at += 1
    }
  }

  private func isSame(_ place: Int, _ at: Int) -> Bool {
    for offset in 0..<Self.block where former[place + offset] != new[at + offset] { return false }
    return true
  }

  /// Adds a splice from the end of the covered parts to these ends. Pieces consist of whole characters, so that they
  /// can be stored as strings.
  private mutating func add(upTo formerEnd: Int, _ newEnd: Int) {
    var (start, newStart, end, newStop) = (formerDone, newDone, formerEnd, newEnd)
    guard start < end || newStart < newStop else { return }
    // The texts are equal before and after the splice, so a character that crosses its bounds does so in both.
    while start > lastEnd, isInside(former, start) || isInside(new, newStart) {
      start -= 1
      newStart -= 1
    }
    while isInside(former, end) || isInside(new, newStop) {
      end += 1
      newStop += 1
    }
    found.append(
      TextPatch.Splice(
        skip: start - lastEnd, removed: String(decoding: former[start..<end], as: UTF8.self),
        inserted: String(decoding: new[newStart..<newStop], as: UTF8.self)))
    lastEnd = end
  }

  /// Whether the byte at that offset continues a character.
  private func isInside(_ text: UnsafeBufferPointer<UInt8>, _ at: Int) -> Bool {
    at < text.count && text[at] & 0xC0 == 0x80
  }
}
