/// Parses the components of field values (RFC 9110 §5.6).
struct FieldScanner {
  private let bytes: ArraySlice<UInt8>
  private var index: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  var isAtEnd: Bool { index == bytes.endIndex }
  /// The next byte.
  var next: UInt8? { isAtEnd ? nil : bytes[index] }

  mutating func skipWhitespace() {
    while let byte = next, byte.isWhitespace { index += 1 }
  }

  mutating func scan(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  mutating func scan(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = index
    while let byte = next, condition(byte) { index += 1 }
    return bytes[start..<index]
  }

  private mutating func scanByte() -> UInt8? {
    guard let byte = next else { return nil }
    index += 1
    return byte
  }

  /// At least one token character.
  mutating func token() -> ArraySlice<UInt8>? {
    let set = ByteSet.token
    let token = scan { set.contains($0) }
    return token.isEmpty ? nil : token
  }

  /// A token, or the content of a quoted string.
  mutating func word() -> String? {
    guard scan("\"") else { return token().map { String(decoding: $0, as: UTF8.self) } }
    var content: [UInt8] = []
    while let byte = scanByte() {
      if byte == UInt8(ascii: "\"") { return String(decoding: content, as: UTF8.self) }
      guard byte == UInt8(ascii: "\\") else {
        content.append(byte)
        continue
      }
      guard let escaped = scanByte() else { return nil }
      content.append(escaped)
    }
    return nil
  }

  /// `*( OWS ";" OWS [ name "=" word ] )` up to the end; nil if the rest does not match.
  mutating func parameters() -> [(name: String, value: String)]? {
    var parameters: [(name: String, value: String)] = []
    skipWhitespace()
    while scan(";") {
      skipWhitespace()
      if let name = token() {
        guard scan("="), let value = word() else { return nil }
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
      // The closure writes exactly as many bytes as the capacity.
      for (offset, byte) in bytes.enumerated() { buffer[offset] = byte.asciiLowercased }
      return bytes.count
    }
  }
}
