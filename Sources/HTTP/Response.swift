/// An answer: status, fields and content. Serialised by the connection, which adds `Date`, `Content-Length` and
/// `Connection`.
package struct Response: Sendable {
  package var status: Int
  /// Field lines ready to be sent, each ended by CRLF.
  package var fields: FieldLines
  package var body: [UInt8]
  /// Whether the connection ends after this answer.
  package var closes: Bool

  package init(status: Int, fields: FieldLines = FieldLines(), body: [UInt8] = [], closes: Bool = false) {
    self.status = status
    self.fields = fields
    self.body = body
    self.closes = closes
  }
}

/// Field lines as the bytes that go out: one allocation for all of them.
package struct FieldLines: Sendable {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Appends `name: value`. A byte of the value that no field may hold (RFC 9110 §5.5: CR, LF, NUL) becomes a space,
  /// so that no value taken from a request can end the line.
  package mutating func append(_ name: StaticString, _ value: some StringProtocol) {
    append(
      name,
      writing: { bytes in
        for byte in value.utf8 { bytes.append(byte == 0x0D || byte == 0x0A || byte == 0 ? 0x20 : byte) }
      })
  }

  /// Appends a field whose value is written straight into the line; for values made here, never for a client's.
  package mutating func append(_ name: StaticString, writing value: (inout [UInt8]) -> Void) {
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: ":"))
    bytes.append(UInt8(ascii: " "))
    value(&bytes)
    bytes.append(0x0D)
    bytes.append(0x0A)
  }
}
