extension JSONWriter {
  /// Appends the string in quotes, with the escapes that RFC 8259 §7 requires and no others.
  @usableFromInline package mutating func append(string: String) {
    append(UInt8(ascii: "\""))
    string.withBytes { contents in
      let special = JSONEscapes.firstSpecial(in: contents, from: 0)
      if special == contents.count {
        append(contents)
      } else {
        append(escaping: contents, firstSpecial: special)
      }
    }
    append(UInt8(ascii: "\""))
  }

  /// Appends a part of a string, with the same escapes.
  mutating func append(contents: UnsafeBufferPointer<UInt8>) {
    append(escaping: contents, firstSpecial: JSONEscapes.firstSpecial(in: contents, from: 0))
  }

  private mutating func append(escaping contents: UnsafeBufferPointer<UInt8>, firstSpecial: Int) {
    var runStart = 0
    var special = firstSpecial
    while special < contents.count {
      append(UnsafeBufferPointer(rebasing: contents[runStart..<special]))
      append(escapeOf: contents[special])
      runStart = special + 1
      special = JSONEscapes.firstSpecial(in: contents, from: runStart)
    }
    append(UnsafeBufferPointer(rebasing: contents[runStart...]))
  }

  private mutating func append(escapeOf byte: UInt8) {
    append(UInt8(ascii: "\\"))
    if let letter = JSONEscapes.letter(for: byte) { return append(letter) }
    append("u00")
    append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
    let digit = byte & 0xF
    append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
  }
}
