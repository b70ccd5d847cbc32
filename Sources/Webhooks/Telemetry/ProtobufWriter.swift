/// A writer of messages in the binary format of Protocol Buffers (<https://protobuf.dev/programming-guides/encoding/>).
struct ProtobufWriter {
  private(set) var bytes: [UInt8] = []

  /// The wire types.
  private enum WireType: Int {
    case varint = 0
    case fixed64 = 1
    case lengthPrefixed = 2
  }

  mutating func append(_ field: Int, integer: Int) {
    append(tag: field, .varint)
    // Negative numbers have ten bytes, as the format demands of `int64`.
    append(varint: UInt64(bitPattern: Int64(integer)))
  }

  mutating func append(_ field: Int, fixed number: UInt64) {
    append(tag: field, .fixed64)
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
  }

  mutating func append(_ field: Int, bytes content: some Collection<UInt8>) {
    append(tag: field, .lengthPrefixed)
    append(varint: UInt64(content.count))
    bytes += content
  }

  mutating func append(_ field: Int, text: String) { append(field, bytes: text.utf8) }

  mutating func append(_ field: Int, message write: (inout ProtobufWriter) -> Void) {
    // Its length comes first.
    var message = ProtobufWriter()
    write(&message)
    append(field, bytes: message.bytes)
  }

  private mutating func append(tag field: Int, _ type: WireType) { append(varint: UInt64(field << 3 | type.rawValue)) }

  private mutating func append(varint number: UInt64) {
    var rest = number
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }
}
