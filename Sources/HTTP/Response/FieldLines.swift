/// The serialized field lines of a response, in one allocation.
package struct FieldLines: Sendable {
  /// The serialized lines, each with its CRLF.
  package private(set) var bytes: [UInt8] = []

  /// Creates an empty set of lines.
  package init() {}

  /// Appends `name: value`. CR, LF and NUL in the value, which are not allowed (RFC 9110 §5.5), become spaces, so that
  /// a value from a request cannot end the line.
  package mutating func append(_ name: StaticString, _ value: some StringProtocol) {
    append(name) { bytes in
      for byte in value.utf8 { bytes.append(byte == .carriageReturn || byte == .lineFeed || byte == 0 ? .space : byte) }
    }
  }

  /// Appends a field whose value is written directly into the line. Not for values from clients: they are not
  /// validated.
  package mutating func append(_ name: StaticString, writing value: (inout [UInt8]) -> Void) {
    reserve()
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: ":"))
    bytes.append(.space)
    value(&bytes)
    bytes.append(.carriageReturn)
    bytes.append(.lineFeed)
  }

  /// Whether there is a line of that name, compared case-sensitively. Scans all bytes: for rare responses.
  package func contains(_ name: StaticString) -> Bool {
    name.withUTF8Buffer { name in
      bytes.split(separator: .lineFeed).contains { line in
        line.starts(with: name) && line.dropFirst(name.count).first == UInt8(ascii: ":")
      }
    }
  }

  /// Reserves space for the fields of a typical response, so that they need one allocation.
  private mutating func reserve() {
    if bytes.isEmpty { bytes.reserveCapacity(192) }
  }
}
