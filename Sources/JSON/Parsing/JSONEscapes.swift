/// The bytes that must be escaped in a string, and their escapes (RFC 8259 §7).
enum JSONEscapes {
  @inline(__always)
  static func isSpecial(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  /// The index of the first special byte at or after `start`; `bytes.count` when there is none.
  @inline(__always)
  static func firstSpecial(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var at = start
    while at + 8 <= bytes.count {
      let word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: at, as: UInt64.self)
      // The first byte must be the lowest on every machine, for the trailing zeros to count up to it.
      let special = specialBytes(in: UInt64(littleEndian: word))
      if special != 0 { return at + special.trailingZeroBitCount / 8 }
      at += 8
    }
    while at < bytes.count, !isSpecial(bytes[at]) { at += 1 }
    return at
  }

  /// Sets the topmost bit of each special byte of eight. Exact up to the first special byte, which is sufficient.
  ///
  /// Subtracting n sets the topmost bit of a byte below n, and `& ~` clears those that had it from the start. A byte
  /// equals another when their exclusive or is below 1.
  @inline(__always)
  private static func specialBytes(in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
    let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
    let controls = (word &- ones &* 0x20) & ~word
    return (controls | ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)) & (ones &* 0x80)
  }

  /// The letter after the backslash; nil when the escape is `u` and four digits.
  static func letter(for byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
    case 0x08: UInt8(ascii: "b")
    case 0x09: UInt8(ascii: "t")
    case 0x0A: UInt8(ascii: "n")
    case 0x0C: UInt8(ascii: "f")
    case 0x0D: UInt8(ascii: "r")
    default: nil
    }
  }

  /// The number of bytes that escaping adds.
  static func addedBytes(in contents: UnsafeBufferPointer<UInt8>) -> Int {
    var added = 0
    var at = firstSpecial(in: contents, from: 0)
    while at < contents.count {
      added += letter(for: contents[at]) == nil ? 5 : 1
      at = firstSpecial(in: contents, from: at + 1)
    }
    return added
  }
}
