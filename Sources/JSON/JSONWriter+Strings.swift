extension JSONWriter {
  /// Appends the string in quotes, escaping what RFC 8259 §7 wants escaped and nothing else.
  package mutating func append(string: String) {
    bytes.append(UInt8(ascii: "\""))
    string.withBytes { contents in
      if JSONEscapes.count(in: contents) == 0 {
        bytes.append(contentsOf: contents)
      } else {
        append(escaping: contents)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(escaping contents: UnsafeBufferPointer<UInt8>) {
    var runStart = 0
    for (position, byte) in contents.enumerated() where JSONEscapes.isEscaped(byte) {
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: contents[runStart..<position]))
      append(escapeOf: byte)
      runStart = position + 1
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: contents[runStart...]))
  }

  private mutating func append(escapeOf byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    if let letter = JSONEscapes.letter(for: byte) { return bytes.append(letter) }
    append("u00")
    bytes.append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
    let digit = byte & 0xF
    bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
  }
}

/// Which bytes of a string must be escaped, and how (RFC 8259 §7).
enum JSONEscapes {
  @inline(__always)
  static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  /// What follows the backslash, nil where it is `u` and four digits.
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

  /// How many bytes escaping adds.
  @inline(__always)
  static func count(in contents: UnsafeBufferPointer<UInt8>) -> Int {
    var added = 0
    for byte in contents where isEscaped(byte) {
      added += letter(for: byte) == nil ? 5 : 1
    }
    return added
  }
}
