/// An incremental parser of a header or trailer section (RFC 9112 §5).
///
/// Reads each byte once and throws at the first wrong one, so that the result does not depend on how the bytes are
/// split.
struct FieldSection: Sendable {
  enum Line {
    case field(name: Range<Int>, value: Range<Int>)
    /// The empty line that ends the section.
    case end
  }

  /// The position of the next byte; after `end`, the first one behind the section.
  private(set) var position: Int
  private(set) var count: Int
  private var lineStart: Int
  private var nameEnd: Int?
  private let sectionLimit: Int

  /// Creates a parser.
  ///
  /// - Parameters:
  ///   - start: The position of the section.
  ///   - size: The bytes of earlier sections of the message.
  ///   - count: The number of earlier fields of the message.
  init(start: Int, size: Int = 0, count: Int = 0, limits: RequestParser.Limits) {
    position = start
    lineStart = start
    self.count = count
    // A header at the limit exceeds it by its last line ends, so the difference may be negative.
    sectionLimit = start + max(0, limits.headerSection - size)
  }

  /// The next line; nil if it is not complete yet.
  mutating func next(in bytes: Span<UInt8>, limits: RequestParser.Limits) throws(RequestError) -> Line? {
    if nameEnd == nil {
      if position < bytes.count, position == lineStart, bytes[position] == .carriageReturn {
        return try scanLineEnd(in: bytes) ? .end : nil
      }
      guard try scanName(in: bytes, limits) else { return nil }
    }
    guard let nameEnd, try scanValue(in: bytes, limits) else { return nil }
    let line = Line.field(
      name: lineStart..<nameEnd, value: bytes.trimmingWhitespace(nameEnd + 1..<position - 2))
    count += 1
    if count > limits.fields {
      throw .headerTooLarge("The number of fields exceeds the limit; send at most \(limits.fields).")
    }
    lineStart = position
    self.nameEnd = nil
    return line
  }

  /// Advances behind the colon.
  private mutating func scanName(in bytes: Span<UInt8>, _ limits: RequestParser.Limits) throws(RequestError) -> Bool {
    let limit = lineLimit(limits)
    position = bytes.endOfToken(from: position, to: min(bytes.count, limit))
    guard position < bytes.count else { return false }
    guard position < limit else { throw tooLong(limits) }
    guard bytes[position] == UInt8(ascii: ":"), position > lineStart else { throw .malformed(nameFault(in: bytes)) }
    nameEnd = position
    position += 1
    return true
  }

  /// Advances behind the end of the line.
  private mutating func scanValue(in bytes: Span<UInt8>, _ limits: RequestParser.Limits) throws(RequestError) -> Bool {
    let limit = lineLimit(limits)
    position = bytes.firstControl(from: position, to: max(position, min(bytes.count, limit)))
    guard position < bytes.count else { return false }
    if bytes[position] == .carriageReturn { return try scanLineEnd(in: bytes) }
    guard position < limit else { throw tooLong(limits) }
    throw .malformed(valueFault(in: bytes))
  }

  /// Advances behind CRLF. A CR without LF is not allowed anywhere (RFC 9112 §2.2).
  private mutating func scanLineEnd(in bytes: Span<UInt8>) throws(RequestError) -> Bool {
    guard position + 1 < bytes.count else { return false }
    guard bytes[position + 1] == .lineFeed else {
      throw .malformed(
        "The field line \(Excerpt.of(bytes, lineStart..<position + 2)) has a CR without LF; end lines with CRLF.")
    }
    position += 2
    return true
  }

  /// The position before which the content of this line must end.
  private func lineLimit(_ limits: RequestParser.Limits) -> Int {
    max(lineStart, min(lineStart + limits.field, sectionLimit))
  }
}

extension FieldSection {
  private func tooLong(_ limits: RequestParser.Limits) -> RequestError {
    lineStart + limits.field <= sectionLimit
      ? .headerTooLarge("A field line exceeds the limit; send at most \(limits.field) bytes.")
      : .headerTooLarge(
        "The fields together exceed the limit; send at most \(limits.headerSection) bytes.")
  }

  private func nameFault(in bytes: Span<UInt8>) -> String {
    let line = Excerpt.of(bytes, lineStart..<position + 1)
    return switch bytes[position] {
    case UInt8(ascii: ":"): "A field line begins with a colon; write a name before it."
    case .space where position == lineStart, .tab where position == lineStart:
      "A field line begins with whitespace; folded lines are obsolete, write the value on one line."
    case .space, .tab: "Whitespace follows the field name in \(line); write the colon right after the name."
    case .carriageReturn, .lineFeed: "The field line \(line) has no colon; write \"name: value\" and end it with CRLF."
    default: "The field name in \(line) has a byte that is not allowed in names; use letters, digits and hyphens."
    }
  }

  private func valueFault(in bytes: Span<UInt8>) -> String {
    let line = Excerpt.of(bytes, lineStart..<position + 1)
    return bytes[position] == .lineFeed
      ? "The field line \(line) ends with LF alone; end lines with CRLF."
      : "The field line \(line) has a control character; only tabs are allowed in values."
  }
}
