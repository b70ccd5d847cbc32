import Glibc

/// Searches in bytes from clients. Every access is checked against the span's bounds.
extension Span<UInt8> {
  /// The first index of `byte` in `range`, or the end of the range.
  func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int {
    extracting(range).withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, let found = memchr(start, Int32(byte), bytes.count) else {
        return range.upperBound
      }
      return range.lowerBound + (UnsafeRawPointer(found) - start)
    }
  }

  /// Whether the bytes in `range` equal those of another span in `others`.
  func isEqual(in range: Range<Int>, to other: borrowing Span<UInt8>, in others: Range<Int>) -> Bool {
    guard range.count == others.count else { return false }
    return other.extracting(others).withUnsafeBytes { isEqual(in: range, to: $0) }
  }

  /// The first index from `start` on whose byte is not in `set`, or `end`.
  @inline(__always)
  func firstIndex(notIn set: ByteSet, from start: Int, to end: Int) -> Int {
    var index = start
    while index < end, set.contains(self[index]) { index += 1 }
    return index
  }

  /// The first index from `start` on whose byte is not in the set `token`, or `end`.
  func endOfToken(from start: Int, to end: Int) -> Int {
    var index = start
    while index + 8 <= end {
      let word = eightBytes(at: index)
      let ascii = word & Self.each(0x7F)
      let frequent = Self.letters(in: ascii) | Self.marks(in: ascii, of: UInt8(ascii: "-"))
      guard let offset = Self.firstMarked(~frequent | word) else {
        index += 8
        continue
      }
      index += offset
      guard ByteSet.token.contains(self[index]) else { return index }
      index += 1
    }
    return firstIndex(notIn: .token, from: index, to: end)
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

  /// The end of the letters, digits and -./_ from `start` on, or an index before it with fewer than eight bytes left.
  private func endOfPlain(from start: Int, to end: Int) -> Int {
    var index = start
    while index + 8 <= end {
      let word = eightBytes(at: index)
      let ascii = word & Self.each(0x7F)
      // The hyphen, the dot and the slash are the three bytes before the digits.
      let plain =
        Self.letters(in: ascii) | Self.marks(in: ascii, from: UInt8(ascii: "-"), to: UInt8(ascii: "9"))
        | Self.marks(in: ascii, of: UInt8(ascii: "_"))
      if let offset = Self.firstMarked(~plain | word) { return index + offset }
      index += 8
    }
    return index
  }

  /// Whether the bytes in `range` equal `lowercase`, ignoring case.
  func matches(_ lowercase: StaticString, in range: Range<Int>) -> Bool {
    guard range.count == lowercase.utf8CodeUnitCount else { return false }
    return extracting(range).withUnsafeBytes { bytes in
      for offset in 0..<bytes.count where bytes[offset].asciiLowercased != lowercase.utf8Start[offset] { return false }
      return true
    }
  }

  /// Whether the bytes in `range` equal `text`.
  func isText(_ text: StaticString, _ range: Range<Int>) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { isEqual(in: range, to: UnsafeRawBufferPointer($0)) }
  }

  /// Whether the bytes in `range` equal as many bytes of a buffer.
  private func isEqual(in range: Range<Int>, to buffer: UnsafeRawBufferPointer) -> Bool {
    extracting(range).withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, let other = buffer.baseAddress else { return true }
      return memcmp(start, other, bytes.count) == 0
    }
  }

  /// The end of the bytes from the start of `range` that are in `set` or percent-encoded. A `%` without two hexadecimal
  /// digits ends them.
  func endOfEncoded(_ set: ByteSet, in range: Range<Int>) -> Int {
    var index = range.lowerBound
    while true {
      if set.containsPlain { index = endOfPlain(from: index, to: range.upperBound) }
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

  /// Marks the bytes in a range, of bytes below 0x80.
  @inline(__always)
  private static func marks(in word: UInt64, from first: UInt8, to last: UInt8) -> UInt64 {
    (word &+ each(0x80 - first)) & ~(word &+ each(0x7F - last))
  }

  /// Marks the bytes that equal `byte`, of bytes below 0x80.
  @inline(__always)
  private static func marks(in word: UInt64, of byte: UInt8) -> UInt64 {
    ~((word ^ each(byte)) &+ each(0x7F))
  }

  /// Marks the letters, of bytes below 0x80.
  @inline(__always)
  private static func letters(in word: UInt64) -> UInt64 {
    marks(in: word | each(0x20), from: UInt8(ascii: "a"), to: UInt8(ascii: "z"))
  }

  @inline(__always)
  private static func firstMarked(_ word: UInt64) -> Int? {
    let marks = word & each(0x80)
    return marks == 0 ? nil : marks.trailingZeroBitCount >> 3
  }
}
