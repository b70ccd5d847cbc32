/// Reads big-endian numbers and parts of bytes, within their bounds.
struct ByteReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  /// Reads a number; nil if fewer bytes remain.
  mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
    bytes(Number.bitWidth / 8)?.reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
  }

  /// Reads so many bytes; nil if fewer remain.
  mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard (0...rest.count).contains(count) else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// Reads a text whose length is in the byte before it.
  mutating func text() -> String? {
    number(UInt8.self).flatMap { bytes(Int($0)) }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads a line and its ends; nil unless it lies between two line breaks.
  mutating func line() -> String? {
    let lineBreak = UInt8(ascii: "\n")
    guard bytes(1)?.first == lineBreak, let end = rest.firstIndex(of: lineBreak) else { return nil }
    return bytes(end - rest.startIndex).map { String(decoding: $0, as: UTF8.self) }
  }
}
