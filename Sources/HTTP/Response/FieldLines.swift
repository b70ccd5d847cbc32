/// Field lines as the bytes that go out: one allocation for all of them.
package struct FieldLines: Sendable {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Appends `name: value`. A byte of the value that no field may hold (RFC 9110 §5.5: CR, LF, NUL) becomes a space,
  /// so that no value taken from a request can end the line.
  package mutating func append(_ name: StaticString, _ value: some StringProtocol) {
    append(name) { bytes in
      for byte in value.utf8 { bytes.append(byte == .carriageReturn || byte == .lineFeed || byte == 0 ? .space : byte) }
    }
  }

  /// Appends a line that is known beforehand, with its CRLF: nothing of it is looked at.
  package mutating func append(line: StaticString) {
    reserve()
    line.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Appends a field whose value is written straight into the line; for values made here, never for a client's.
  package mutating func append(_ name: StaticString, writing value: (inout [UInt8]) -> Void) {
    reserve()
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: ":"))
    bytes.append(.space)
    value(&bytes)
    bytes.append(.carriageReturn)
    bytes.append(.lineFeed)
  }

  /// Whether there is a line of that name, written as it was appended. Looks at all bytes: for answers that are few.
  package func contains(_ name: StaticString) -> Bool {
    name.withUTF8Buffer { name in
      bytes.split(separator: .lineFeed).contains { line in
        line.starts(with: name) && line.dropFirst(name.count).first == UInt8(ascii: ":")
      }
    }
  }

  /// Room for the fields of a usual answer, so that they cost one allocation.
  private mutating func reserve() {
    if bytes.isEmpty { bytes.reserveCapacity(192) }
  }
}
