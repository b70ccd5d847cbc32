extension UnsafeBufferPointer<UInt8> {
  /// Whether all bytes are at most 0x7F.
  @inline(__always)
  var isASCII: Bool {
    let raw = UnsafeRawBufferPointer(self)
    var seen: UInt64 = 0
    var at = 0
    while at + 8 <= count {
      seen |= raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      at += 8
    }
    while at < count {
      seen |= UInt64(self[at])
      at += 1
    }
    return seen & 0x8080_8080_8080_8080 == 0
  }

  /// The offset of the first sequence that is not UTF-8 (Unicode 16, table 3-7); nil when all are valid.
  var firstInvalidUTF8: Int? {
    var at = 0
    while at < count {
      let length = sequenceLength(at: at)
      if length == 0 { return at }
      at += length
    }
    return nil
  }

  /// The number of bytes of the scalar at `position`; 0 for an invalid sequence.
  private func sequenceLength(at position: Int) -> Int {
    switch self[position] {
    case 0x00...0x7F: 1
    case 0xC2...0xDF: isContinued(at: position, by: 1) ? 2 : 0
    // The narrower ranges of second bytes exclude overlong forms, surrogates and values beyond U+10FFFF.
    case 0xE0: isContinued(at: position, by: 2, second: 0xA0...0xBF) ? 3 : 0
    case 0xED: isContinued(at: position, by: 2, second: 0x80...0x9F) ? 3 : 0
    case 0xE1...0xEF: isContinued(at: position, by: 2) ? 3 : 0
    case 0xF0: isContinued(at: position, by: 3, second: 0x90...0xBF) ? 4 : 0
    case 0xF1...0xF3: isContinued(at: position, by: 3) ? 4 : 0
    case 0xF4: isContinued(at: position, by: 3, second: 0x80...0x8F) ? 4 : 0
    default: 0
    }
  }

  @inline(__always)
  private func isContinued(at position: Int, by more: Int, second: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
    guard position + more < count, second.contains(self[position + 1]) else { return false }
    for offset in 1...more where self[position + offset] & 0xC0 != 0x80 { return false }
    return true
  }
}
