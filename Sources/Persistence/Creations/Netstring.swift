import JSON

/// Writes fields as netstrings: the length in decimal digits, a colon, the bytes and a comma; `-` for nil.
struct NetstringWriter: ~Copyable {
  private var text: JSONWriter

  init(capacity: Int) {
    text = JSONWriter(capacity: capacity)
  }

  var bytes: [UInt8] { text.bytes }

  mutating func append(_ field: [UInt8]?) {
    guard let field else { return text.append("-") }
    field.withUnsafeBytes { append(field: $0) }
  }

  mutating func append(_ field: ArraySlice<UInt8>) {
    field.withUnsafeBytes { append(field: $0) }
  }

  mutating func append(_ field: String?) {
    guard var field else { return text.append("-") }
    field.withUTF8 { append(field: UnsafeRawBufferPointer($0)) }
  }

  mutating func append(_ number: Int?) {
    guard let number else { return text.append("-") }
    text.append(integer: Self.length(of: number))
    text.append(":")
    text.append(integer: number)
    text.append(",")
  }

  private mutating func append(field: UnsafeRawBufferPointer) {
    text.append(integer: field.count)
    text.append(":")
    text.append(raw: field)
    text.append(",")
  }

  /// The number of characters of a number.
  private static func length(of number: Int) -> Int {
    var (length, rest) = (number < 0 ? 2 : 1, number / 10)
    while rest != 0 { (length, rest) = (length + 1, rest / 10) }
    return length
  }
}

/// An error for a text that is not a sequence of netstrings, or has other fields than expected.
struct NetstringError: Error {}

/// Reads fields that `NetstringWriter` has written, from a text that outlives it.
struct NetstringReader {
  private var rest: UnsafeRawBufferPointer

  init(_ text: UnsafeRawBufferPointer) {
    rest = text
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// The bytes of the next field in the text; nil for nil.
  mutating func optionalField() throws(NetstringError) -> UnsafeRawBufferPointer? {
    if rest.first == UInt8(ascii: "-") {
      rest = UnsafeRawBufferPointer(rebasing: rest[1...])
      return nil
    }
    var (length, start) = (0, 0)
    while start < rest.count, rest[start] != UInt8(ascii: ":") {
      guard let digit = Self.digit(rest[start]), start < 12 else { throw NetstringError() }
      length = length * 10 + digit
      start += 1
    }
    let end = start + 1 + length
    guard start > 0, end < rest.count, rest[end] == UInt8(ascii: ",") else { throw NetstringError() }
    defer { rest = UnsafeRawBufferPointer(rebasing: rest[(end + 1)...]) }
    return UnsafeRawBufferPointer(rebasing: rest[(start + 1)..<end])
  }

  mutating func field() throws(NetstringError) -> UnsafeRawBufferPointer {
    guard let field = try optionalField() else { throw NetstringError() }
    return field
  }

  mutating func optionalBytes() throws(NetstringError) -> [UInt8]? { try optionalField().map { [UInt8]($0) } }
  mutating func bytes() throws(NetstringError) -> [UInt8] { [UInt8](try field()) }

  mutating func optionalText() throws(NetstringError) -> String? {
    try optionalField().map { String(decoding: $0, as: UTF8.self) }
  }

  mutating func text() throws(NetstringError) -> String { String(decoding: try field(), as: UTF8.self) }

  mutating func optionalInteger() throws(NetstringError) -> Int? {
    guard let field = try optionalField() else { return nil }
    if let number = Self.number(field) { return number }
    guard let number = Int(String(decoding: field, as: UTF8.self)) else { throw NetstringError() }
    return number
  }

  mutating func integer() throws(NetstringError) -> Int {
    guard let number = try optionalInteger() else { throw NetstringError() }
    return number
  }

  /// A number of rows: each of them has at least one byte.
  mutating func count() throws(NetstringError) -> Int {
    let count = try integer()
    guard (0...rest.count).contains(count) else { throw NetstringError() }
    return count
  }

  /// The number that some decimal digits mean; nil for other texts and for long ones.
  private static func number(_ text: UnsafeRawBufferPointer) -> Int? {
    guard (1...18).contains(text.count) else { return nil }
    var number = 0
    for byte in text {
      guard let digit = digit(byte) else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  private static func digit(_ byte: UInt8) -> Int? {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte - UInt8(ascii: "0")) : nil
  }
}
