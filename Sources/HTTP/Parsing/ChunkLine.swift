/// The parser of a chunk's size line, fed byte by byte: `chunk-size *( BWS ";" BWS name [ BWS "=" BWS value ] ) CRLF`
/// (RFC 9112 §7.1).
///
/// Extensions are validated and dropped. None is supported, but an extension that cannot be parsed makes the end of the
/// line ambiguous.
struct ChunkLine: Sendable {
  private enum Stage {
    case start, size, afterSize
    case extensionStart, name, afterName, valueStart, value, quoted, escaped, afterQuoted
    case lineFeed
  }

  /// The size; `Int.max` for larger ones.
  private(set) var size = 0
  /// The bytes of the line so far, without its CRLF.
  private(set) var length = 0
  private var stage = Stage.start

  /// - Returns: Whether the line is complete with this byte.
  mutating func receive(_ byte: UInt8, limit: Int) throws(RequestError) -> Bool {
    if stage == .lineFeed {
      guard byte == .lineFeed else { throw .malformed("A chunk's line has a CR without LF; end it with CRLF.") }
      return true
    }
    guard let next = next(byte) else { throw .malformed(fault(byte)) }
    if next == .lineFeed {
      stage = next
      return false
    }
    length += 1
    guard length <= limit else { throw .malformed("A chunk's line exceeds the limit; send at most \(limit) bytes.") }
    if next == .size { addDigit(byte) }
    stage = next
    return false
  }

  private mutating func addDigit(_ byte: UInt8) {
    guard let digit = byte.hexDigitValue else { return }
    // Saturates: a size that wraps around would move the end of the chunk (RFC 9112 §7.1).
    size = size > Int.max >> 4 ? .max : size << 4 | Int(digit)
  }

  /// The stage after `byte`; nil if the byte is not allowed here.
  private func next(_ byte: UInt8) -> Stage? {
    switch stage {
    case .start: byte.hexDigitValue == nil ? nil : .size
    case .size: byte.hexDigitValue == nil ? element(after: byte) : .size
    case .afterSize: byte.isWhitespace ? .afterSize : byte == UInt8(ascii: ";") ? .extensionStart : nil
    case .extensionStart: byte.isWhitespace ? .extensionStart : ByteSet.token.contains(byte) ? .name : nil
    case .name:
      ByteSet.token.contains(byte)
        ? .name : byte.isWhitespace ? .afterName : byte == UInt8(ascii: "=") ? .valueStart : element(after: byte)
    case .afterName:
      byte.isWhitespace
        ? .afterName : byte == UInt8(ascii: "=") ? .valueStart : byte == UInt8(ascii: ";") ? .extensionStart : nil
    case .valueStart:
      byte.isWhitespace
        ? .valueStart : byte == UInt8(ascii: "\"") ? .quoted : ByteSet.token.contains(byte) ? .value : nil
    case .value: ByteSet.token.contains(byte) ? .value : element(after: byte)
    case .quoted:
      byte == UInt8(ascii: "\"") ? .afterQuoted : byte == UInt8(ascii: "\\") ? .escaped : isText(byte) ? .quoted : nil
    case .escaped: isText(byte) ? .quoted : nil
    case .afterQuoted: element(after: byte)
    case .lineFeed: nil
    }
  }

  /// The stage after the first byte behind a complete size or extension.
  private func element(after byte: UInt8) -> Stage? {
    switch byte {
    case .space, .tab: .afterSize
    case UInt8(ascii: ";"): .extensionStart
    case .carriageReturn: .lineFeed
    default: nil
    }
  }

  private func isText(_ byte: UInt8) -> Bool {
    byte == .tab || byte >= 0x20 && byte != 0x7F
  }

  private func fault(_ byte: UInt8) -> String {
    let seen = Excerpt.of([byte])
    return switch stage {
    case .start: "A chunk begins with \(seen); begin it with its size in hexadecimal digits, such as \"1f\"."
    case .size, .afterSize:
      "A chunk's size \(size) is followed by \(seen); end the line with CRLF, or begin an extension with a semicolon."
    default: "A chunk's extension has \(seen) in the wrong place; omit extensions, this server supports none."
    }
  }
}
