/// Writes fields as netstrings: the length in decimal digits, a colon, the bytes and a comma; `-` for nil.
struct NetstringWriter {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  mutating func append(_ field: [UInt8]?) {
    guard let field else { return bytes.append(UInt8(ascii: "-")) }
    appendLength(field.count)
    bytes += field
    bytes.append(UInt8(ascii: ","))
  }

  mutating func append(_ field: String?) {
    guard var field else { return bytes.append(UInt8(ascii: "-")) }
    field.withUTF8 { text in
      appendLength(text.count)
      bytes += text
    }
    bytes.append(UInt8(ascii: ","))
  }

  mutating func append(_ number: Int?) {
    guard let number else { return bytes.append(UInt8(ascii: "-")) }
    append(String(number))
  }

  private mutating func appendLength(_ count: Int) {
    if count >= 10 { appendDigits(count / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(count % 10))
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func appendDigits(_ number: Int) {
    if number >= 10 { appendDigits(number / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}

/// An error for a text that is not a sequence of netstrings, or has other fields than expected.
struct NetstringError: Error {}

/// Reads fields that `NetstringWriter` has written.
struct NetstringReader {
  private var rest: ArraySlice<UInt8>

  init(_ text: ArraySlice<UInt8>) {
    rest = text
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func optionalBytes() throws(NetstringError) -> [UInt8]? {
    guard rest.first != UInt8(ascii: "-") else {
      rest.removeFirst()
      return nil
    }
    var (length, digits) = (0, 0)
    while let byte = rest.popFirst(), byte != UInt8(ascii: ":") {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), digits < 12 else { throw NetstringError() }
      length = length * 10 + Int(byte - UInt8(ascii: "0"))
      digits += 1
    }
    guard digits > 0, rest.count > length, rest[rest.startIndex + length] == UInt8(ascii: ",") else {
      throw NetstringError()
    }
    defer { rest.removeFirst(length + 1) }
    return Array(rest.prefix(length))
  }

  mutating func bytes() throws(NetstringError) -> [UInt8] {
    guard let bytes = try optionalBytes() else { throw NetstringError() }
    return bytes
  }

  mutating func optionalText() throws(NetstringError) -> String? {
    try optionalBytes().map { String(decoding: $0, as: UTF8.self) }
  }

  mutating func text() throws(NetstringError) -> String {
    String(decoding: try bytes(), as: UTF8.self)
  }

  mutating func optionalInteger() throws(NetstringError) -> Int? {
    guard let text = try optionalText() else { return nil }
    guard let number = Int(text) else { throw NetstringError() }
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
}
