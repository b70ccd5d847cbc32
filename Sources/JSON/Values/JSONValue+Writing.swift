extension JSONValue {
  /// The JSON text of the value, without whitespace and with the members in order.
  public var text: String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// The UTF-8 bytes of `text`.
  public var bytes: [UInt8] {
    if let keptText { return Array(keptText) }
    var writer = JSONWriter()
    writer.append(value: self)
    return writer.bytes
  }

  /// The UTF-8 bytes of `text`, without a copy if the value is kept as its text.
  package var textSlice: ArraySlice<UInt8> { keptText ?? bytes[...] }

  /// The number of bytes of `text`, computed without writing it.
  public var encodedSize: Int {
    switch self {
    case .null: 4
    case .bool(let value): value ? 4 : 5
    case .integer(let value): Self.decimalSize(value)
    case .number(let value): value.isFinite ? value.description.utf8.count : 4
    case .string(let value): Self.encodedSize(value)
    case .array(let elements): elements.reduce(1) { $0 + $1.encodedSize + 1 } + (elements.isEmpty ? 1 : 0)
    case .object(let object): object.encodedSize
    case .raw(let raw): raw.bytes.count
    }
  }

  static func encodedSize(_ string: String) -> Int {
    string.withBytes { 2 + $0.count + JSONEscapes.addedBytes(in: $0) }
  }

  private static func decimalSize(_ integer: Int64) -> Int {
    var size = integer < 0 ? 2 : 1
    var rest = integer.magnitude / 10
    while rest > 0 {
      size += 1
      rest /= 10
    }
    return size
  }
}

extension JSONValue: CustomStringConvertible {
  /// The JSON text.
  public var description: String { text }
}

extension JSONObject {
  /// The number of bytes of `text`, computed without writing it.
  public var encodedSize: Int {
    if case .raw(let raw) = storage { return raw.bytes.count }
    return members.reduce(1) { $0 + JSONValue.encodedSize($1.name) + 1 + $1.value.encodedSize + 1 } + (isEmpty ? 1 : 0)
  }

  /// The JSON text of the object, without whitespace and with the members in order.
  public var text: String { JSONValue.object(self).text }
}

extension JSONObject: CustomStringConvertible {
  /// The JSON text.
  public var description: String { text }
}
