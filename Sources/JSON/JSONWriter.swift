/// Writes JSON at the end of a byte array.
///
/// Does not check that what is appended piece by piece makes a JSON text: punctuation is the caller's.
package struct JSONWriter {
  package var bytes: [UInt8]

  package init(_ bytes: consuming [UInt8] = []) {
    self.bytes = bytes
  }

  package init(capacity: Int) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// Appends the characters as they are.
  @inline(__always)
  package mutating func append(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  // One for each type, not one for any collection: a generic function is not specialised for another module.

  /// Appends bytes as they are: JSON that was written before.
  package mutating func append(raw: [UInt8]) {
    bytes.append(contentsOf: raw)
  }

  package mutating func append(raw: ArraySlice<UInt8>) {
    bytes.append(contentsOf: raw)
  }

  package mutating func append(raw: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: raw)
  }

  package mutating func append(bool: Bool) {
    append(bool ? "true" : "false")
  }

  package mutating func append(value: JSONValue) {
    switch value {
    case .null: append("null")
    case .bool(let bool): append(bool: bool)
    case .integer(let integer): append(integer: integer)
    case .number(let number): append(number: number)
    case .string(let string): append(string: string)
    case .array(let elements): append(array: elements)
    case .object(let object): append(object: object)
    }
  }

  package mutating func append(array elements: [JSONValue]) {
    var separator = UInt8(ascii: "[")
    for element in elements {
      bytes.append(separator)
      append(value: element)
      separator = UInt8(ascii: ",")
    }
    if elements.isEmpty { bytes.append(separator) }
    bytes.append(UInt8(ascii: "]"))
  }

  package mutating func append(object: JSONObject) {
    var separator = UInt8(ascii: "{")
    for member in object.members {
      bytes.append(separator)
      append(string: member.name)
      bytes.append(UInt8(ascii: ":"))
      append(value: member.value)
      separator = UInt8(ascii: ",")
    }
    if object.isEmpty { bytes.append(separator) }
    bytes.append(UInt8(ascii: "}"))
  }
}
