/// Searches in bytes from clients. Every access is checked against the span's bounds.
extension Span<UInt8> {
  /// The first index from `start` on whose byte is not in `set`, or `end`.
  @inline(__always)
  func firstIndex(notIn set: ByteSet, from start: Int, to end: Int) -> Int {
    var index = start
    while index < end, set.contains(self[index]) { index += 1 }
    return index
  }

  /// The first index from `start` on whose byte is neither field content nor whitespace (RFC 9110 §5.5: CTL but HTAB).
  func firstControl(from start: Int, to end: Int) -> Int {
    var index = start
    while index + 8 <= end {
      let word = eightBytes(at: index)
      let found = (word &- Self.each(0x20)) & ~word | Self.deletes(in: word)
      if let offset = Self.firstMarked(found) {
        index += offset
        if self[index] != .tab { return index }
        index += 1
      } else {
        index += 8
      }
    }
    while index < end, self[index] == .tab || self[index] >= 0x20 && self[index] != 0x7F { index += 1 }
    return index
  }

  /// The first index from `start` on whose byte is not a visible ASCII character, or `end`.
  func firstInvisible(from start: Int, to end: Int) -> Int {
    var index = start
    while index + 8 <= end {
      let word = eightBytes(at: index)
      let found = (word &- Self.each(0x21)) & ~word | word | Self.deletes(in: word)
      if let offset = Self.firstMarked(found) { return index + offset }
      index += 8
    }
    while index < end, self[index] > 0x20 && self[index] < 0x7F { index += 1 }
    return index
  }

  /// Whether the bytes in `range` equal `lowercase`, ignoring case.
  func matches(_ lowercase: StaticString, in range: Range<Int>) -> Bool {
    guard range.count == lowercase.utf8CodeUnitCount else { return false }
    return lowercase.withUTF8Buffer { expected in
      for offset in 0..<expected.count where self[range.lowerBound + offset].asciiLowercased != expected[offset] {
        return false
      }
      return true
    }
  }

  /// Whether the bytes in `range` equal `text`.
  func isText(_ text: StaticString, _ range: Range<Int>) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { expected in
      for offset in 0..<expected.count where self[range.lowerBound + offset] != expected[offset] { return false }
      return true
    }
  }

  /// The end of the bytes from the start of `range` that are in `set` or percent-encoded. A `%` without two hexadecimal
  /// digits ends them.
  func endOfEncoded(_ set: ByteSet, in range: Range<Int>) -> Int {
    var index = range.lowerBound
    while true {
      index = firstIndex(notIn: set, from: index, to: range.upperBound)
      guard index + 2 < range.upperBound, self[index] == UInt8(ascii: "%"),
        ByteSet.hexDigits.contains(self[index + 1]), ByteSet.hexDigits.contains(self[index + 2])
      else { return index }
      index += 3
    }
  }

  /// `range` without the spaces and tabs at both ends (OWS, RFC 9110 §5.6.3).
  func trimmingWhitespace(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, self[start].isWhitespace { start += 1 }
    while start < end, self[end - 1].isWhitespace { end -= 1 }
    return start..<end
  }
}

// Eight bytes at a time. The load is checked against the bounds, and any bits are a valid integer. A mark is the
// highest bit of a byte. A borrow can set wrong marks only above a true one, so the lowest mark is always right.
extension Span<UInt8> {
  @inline(__always)
  private func eightBytes(at index: Int) -> UInt64 {
    UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  @inline(__always)
  private static func each(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }

  @inline(__always)
  private static func deletes(in word: UInt64) -> UInt64 {
    let difference = word ^ each(0x7F)
    return (difference &- each(0x01)) & ~difference
  }

  @inline(__always)
  private static func firstMarked(_ word: UInt64) -> Int? {
    let marks = word & each(0x80)
    return marks == 0 ? nil : marks.trailingZeroBitCount >> 3
  }
}
