/// Reads the parts that field values are made of (RFC 9110 §5.6).
struct FieldScanner {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skipWhitespace() {
    rest = rest.drop { $0.isWhitespace }
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  mutating func take(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let taken = rest.prefix(while: condition)
    rest = rest[taken.endIndex...]
    return taken
  }

  /// At least one token character.
  mutating func token() -> ArraySlice<UInt8>? {
    let set = ByteSet.token
    let token = take { set.contains($0) }
    return token.isEmpty ? nil : token
  }

  /// A token, or the content of a quoted string.
  mutating func word() -> String? {
    guard take("\"") else { return token().map { String(decoding: $0, as: UTF8.self) } }
    var content: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { return String(decoding: content, as: UTF8.self) }
      guard byte == UInt8(ascii: "\\") else {
        content.append(byte)
        continue
      }
      guard let escaped = rest.popFirst() else { return nil }
      content.append(escaped)
    }
    return nil
  }

  /// `*( OWS ";" OWS [ name "=" word ] )` up to the end; nil where that is not what there is.
  mutating func parameters() -> [(name: String, value: String)]? {
    var parameters: [(name: String, value: String)] = []
    skipWhitespace()
    while take(";") {
      skipWhitespace()
      if let name = token() {
        guard take("="), let value = word() else { return nil }
        parameters.append((String(lowercasing: name), value))
      }
      skipWhitespace()
    }
    return isAtEnd ? parameters : nil
  }
}

extension ArraySlice<UInt8> {
  func trimmingWhitespace() -> ArraySlice<UInt8> {
    var slice = drop { $0.isWhitespace }
    while let last = slice.last, last.isWhitespace { slice.removeLast() }
    return slice
  }

  func matches(_ lowercase: StaticString) -> Bool {
    span.matches(lowercase, in: 0..<count)
  }
}

extension String {
  init(lowercasing bytes: ArraySlice<UInt8>) {
    self.init(unsafeUninitializedCapacity: bytes.count) { buffer in
      // As many bytes as the capacity that was asked for.
      for (offset, byte) in bytes.enumerated() { buffer[offset] = byte.asciiLowercased }
      return bytes.count
    }
  }
}
